import type { OwnPurchase } from '#purchases/contract.ts'
import type { SiteSettings } from '#site/contract.ts'
import { drawText, owedText, STATE_TEXTS } from './own-purchase-text.ts'

/** More than these are set smaller, four in a row on a phone. */
const MANY = 12

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
