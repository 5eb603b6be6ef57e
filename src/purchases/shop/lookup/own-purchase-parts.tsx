import { byMail } from '#mail/mail-leaves.ts'
import { formatDay, formatInstant, type Instant } from '#platform/clock.ts'
import { Icon } from '#platform/web/icon.tsx'
import type { SiteSettings } from '#site/contract.ts'
import type { OwnPurchase } from '../../contract.ts'
import { drawDay, drawText, owedText, STATE_TEXTS, STEP_TEXTS } from './own-purchase-text.ts'

/** More than these are set smaller, four in a row on a phone. */
const MANY = 12

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
function doneRows(purchase: OwnPurchase) {
  const { pasos, pide } = purchase
  let dayBefore = ''
  return pasos.flatMap((step) => {
    const { paso, en } = step
    const [day = '', time = ''] = formatInstant(Date.parse(en) as Instant).split(', ')
    const [name, text] = STEP_TEXTS[paso]
    // Only the last correction asked for is known here.
    const title = paso === 'rechazado' && pide && step === pasos.at(-1) ? 'Corrección pedida' : name
    const detail = [day === dayBefore ? '' : day, text(purchase, step)].filter(Boolean).join(', ')
    dayBefore = day
    const row = { title, detail, at: en, time, bad: paso === 'rechazado' || paso === 'anulado' }
    const numbers = {
      title: 'Números asignados',
      detail: byMail('Enviados a tu correo'),
      at: null,
      time: '',
      bad: false,
    }
    return paso === 'confirmado' ? [row, numbers] : [row]
  })
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
