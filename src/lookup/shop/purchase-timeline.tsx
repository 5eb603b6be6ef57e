import { METHOD_TITLES } from '#payment-methods/methods.ts'
import { formatDrawDay, formatInstant, type Instant, parseDay } from '#platform/clock.ts'
import { Icon } from '#platform/web/icon.tsx'
import type { OwnPurchase } from '#purchases/contract.ts'
import { STEP_TITLES } from './own-purchase-text.ts'

type Step = OwnPurchase['pasos'][number]['paso']

/** What has happened, what is happening now, and what is still to come. */
export function PurchaseTimeline({ purchase }: { purchase: OwnPurchase }) {
  const day = parseDay(purchase.fecha_sorteo)
  const lastReport = purchase.pasos.findLastIndex(({ paso }) => paso === 'reportado' || paso === 'corregido')
  const reviewing = purchase.estado === 'en revision'
  return (
    <section className="own-steps" aria-labelledby="paso-a-paso">
      <h2 id="paso-a-paso">Tu compra, paso a paso</h2>
      <ol>
        {purchase.pasos.map(({ paso, en }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are only ever added at the end.
          <li key={index} data-done data-bad={paso === 'rechazado' || paso === 'anulado' || undefined}>
            <i>
              <Icon name={paso === 'rechazado' || paso === 'anulado' ? 'close' : 'check'} small />
            </i>
            <b>{STEP_TITLES[paso]}</b>
            <time dateTime={en}>{formatInstant(Date.parse(en) as Instant)}</time>
            <span>{detail(paso, index === lastReport, purchase)}</span>
          </li>
        ))}
        {reviewing && (
          <li data-now aria-current="step">
            <i />
            <b>En revisión</b>
            <time>ahora</time>
            <span>Comparamos monto y referencia con el banco</span>
          </li>
        )}
        {reviewing && (
          <li>
            <i />
            <b>Números asignados</b>
          </li>
        )}
        {purchase.estado !== 'anulado' && (
          <li>
            <i />
            <b>{day ? `Sorteo, ${formatDrawDay(day)}` : 'Sorteo'}</b>
          </li>
        )}
      </ol>
    </section>
  )
}

function detail(step: Step, current: boolean, purchase: OwnPurchase): string {
  if (step === 'apartado') return `${purchase.cantidad_tickets} boletos`
  // An earlier report had another reference; only the one that counts is known here.
  if (current) {
    const method = purchase.metodo_pago && METHOD_TITLES[purchase.metodo_pago]
    return [method, `referencia ${purchase.referencia}`].filter(Boolean).join(', ')
  }
  return ''
}
