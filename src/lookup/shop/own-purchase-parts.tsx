import { byMail } from '#mail/mail-leaves.ts'
import { METHOD_NAMES } from '#payment-methods/methods.ts'
import { formatDay, formatInstant, type Instant } from '#platform/clock.ts'
import { Icon } from '#platform/web/icon.tsx'
import type { OwnPurchase } from '#purchases/contract.ts'
import type { SiteSettings } from '#site/contract.ts'
import { drawDay, drawText, owedText, STATE_TEXTS, STEP_TITLES } from './own-purchase-text.ts'

/** More than these are set smaller, four in a row on a phone. */
const MANY = 12

type Step = OwnPurchase['pasos'][number]

interface Row {
  title: string
  detail: string
  /** ISO instant, and how its time is printed; null for an event together with the step before it. */
  at: string | null
  time: string
  bad: boolean
}

/** Past steps, the current one, and those to come. */
export function PurchaseTimeline({ purchase }: { purchase: OwnPurchase }) {
  const day = drawDay(purchase)
  const reviewing = purchase.estado === 'en revision'
  return (
    <section className="own-steps" aria-labelledby="paso-a-paso">
      <h2 id="paso-a-paso">Tu compra, paso a paso</h2>
      <ol className="rail">
        {doneRows(purchase).map(({ title, detail, at, time, bad }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are only ever added at the end.
          <li key={index} data-done data-bad={bad || undefined}>
            <i className="rail-dot">
              <Icon name={bad ? 'close' : 'check'} small />
            </i>
            <b>{title}</b>
            {at !== null && <time dateTime={at}>{time}</time>}
            <span>{detail}</span>
          </li>
        ))}
        {reviewing && (
          <li data-now aria-current="step">
            <i className="rail-dot" />
            <b>{purchase.en_espera ? 'En lista de espera' : 'En revisión'}</b>
            <em>ahora</em>
            <span>{purchase.en_espera ? 'Por orden de llegada' : 'Comparamos monto y referencia con el banco'}</span>
          </li>
        )}
        {reviewing && (
          <li>
            <i className="rail-dot" />
            <b>Números asignados</b>
          </li>
        )}
        {(reviewing || purchase.estado === 'confirmado') && (
          <li>
            <i className="rail-dot" />
            <b>{day ? `Sorteo, ${formatDay(day)}` : 'Sorteo'}</b>
          </li>
        )}
      </ol>
    </section>
  )
}

/** Each step with its time; the day is shown where it differs from the step before. */
function doneRows(purchase: OwnPurchase): Row[] {
  const rows: Row[] = []
  let dayBefore = ''
  for (const step of purchase.pasos) {
    const [day = '', time = ''] = formatInstant(Date.parse(step.en) as Instant).split(', ')
    const detail = [day === dayBefore ? '' : day, stepText(step, purchase)].filter(Boolean).join(', ')
    const bad = step.paso === 'rechazado' || step.paso === 'anulado'
    rows.push({ title: titleOf(step, purchase), detail, at: step.en, time, bad })
    if (step.paso === 'confirmado')
      rows.push({ title: 'Números asignados', detail: byMail('Enviados a tu correo'), at: null, time: '', bad })
    dayBefore = day
  }
  return rows
}

/** Only the last correction asked for is known here. */
function titleOf(step: Step, { pasos, pide }: OwnPurchase): string {
  return step.paso === 'rechazado' && pide && step === pasos.at(-1) ? 'Corrección pedida' : STEP_TITLES[step.paso]
}

function stepText(step: Step, purchase: OwnPurchase): string {
  switch (step.paso) {
    case 'apartado':
      return `${purchase.cantidad_tickets} boletos`
    case 'reportado':
    case 'corregido':
      return isLastReport(step, purchase) ? reportText(purchase) : ''
    case 'confirmado':
      return 'Dimos por bueno tu pago'
    case 'rechazado':
    case 'anulado':
      return ''
  }
}

/** An earlier report had another reference; only the one that counts is known here. */
function isLastReport(step: Step, { pasos }: OwnPurchase): boolean {
  return step === pasos.filter(({ paso }) => paso === 'reportado' || paso === 'corregido').pop()
}

function reportText({ metodo_pago, referencia }: OwnPurchase): string {
  // Only cash has none, and erased purchases.
  if (referencia === '') return metodo_pago ? METHOD_NAMES[metodo_pago] : 'En efectivo'
  return [metodo_pago && METHOD_NAMES[metodo_pago], `referencia ${referencia}`].filter(Boolean).join(', ')
}

/** The purchase as a paper ticket: its numbers, or a blank for each until they are assigned. */
export function PurchaseTicket({ purchase, site }: { purchase: OwnPurchase; site: SiteSettings }) {
  const { numeros, cantidad_tickets, digitos } = purchase
  const [state, detail] = STATE_TEXTS[purchase.estado].stub(purchase)
  const blanks = Math.max(0, cantidad_tickets - numeros.length)
  return (
    <article className="own-ticket" aria-label={`Ticket de ${purchase.titulo}`}>
      <div>
        <p>{drawText(purchase, site)}</p>
        <h2>{purchase.titulo}</h2>
        <ul
          className="own-numbers num"
          data-many={cantidad_tickets > MANY || undefined}
          aria-label={numeros.length > 0 ? 'Tus números' : 'Números por asignar'}
        >
          {numeros.map((number) => (
            <li key={number}>{number}</li>
          ))}
          {Array.from({ length: blanks }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: blanks are all the same.
            <li key={`blank-${index}`} className="blank" aria-hidden="true">
              {'–'.repeat(Math.max(2, digitos))}
            </li>
          ))}
        </ul>
      </div>
      <div>
        <p>
          <span>
            <b>{purchase.nombre}</b>
            {[`${cantidad_tickets} boletos`, owedText(purchase)].filter(Boolean).join(', ')}
          </span>
          <span>
            <b>{state}</b>
            {detail}
          </span>
        </p>
      </div>
    </article>
  )
}
