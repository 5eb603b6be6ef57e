import type { Ref } from 'react'
import type { PaymentMethod } from '#payment-methods/contract.ts'
import { amountToCopy } from '#platform/money.ts'
import { CopyButton } from '#platform/web/copy-button.tsx'
import { Icon } from '#platform/web/icon.tsx'
import type { SiteSettings } from '#site/contract.ts'
import { whatsappAddress } from '#site/whatsapp.ts'
import type { Quote } from '#tickets/contract.ts'
import { keepCopied } from '../form/draft.ts'
import { DataRows } from './data-rows.tsx'
import type { Owed } from './owed.ts'
import { rateText } from './rate-text.ts'
import { totalText } from './total-text.ts'

/** An amount that is longer than this, in characters, is printed smaller so that it keeps to one line. */
const LONG_AMOUNT = 14

interface Props {
  /** Null once nobody may pay by it any more. */
  method: PaymentMethod | null
  quote: Quote
  amount: Owed
  /** The amount that the page has told before, as it was printed. */
  told: string | undefined
  /** Where the amount is printed. */
  at: Ref<HTMLParagraphElement>
  site: SiteSettings
  /** The countdown is over already. */
  late: boolean
  raffleId: number
}

/** What to pay, exactly, and to whom; every value with its copy button. */
export function PaymentData({ method, quote, amount, told, at, site, late, raffleId }: Props) {
  const total = totalText(quote)
  const inOther = total === amount.text ? '' : `${total} por `
  return (
    <section className="pay" aria-label="Datos para pagar">
      <div className="exact">
        <p>Paga exactamente</p>
        <p ref={at} className="num exact-amount" data-long={amount.text.length > LONG_AMOUNT || undefined}>
          {amount.text}
        </p>
        <div>
          <p className="small">
            {`${inOther}${quote.cantidad_tickets} boletos`}
            {/* Short, as the page has named it before. */}
            {method?.moneda === 'VES' && quote.moneda === 'USD' && (
              <span>{rateText({ ...quote, tasa_nombre: '' })}</span>
            )}
          </p>
          <CopyButton
            text={amountToCopy(amount.amount, amount.currency)}
            what="monto"
            onCopy={() => keepCopied(raffleId, amount.text)}
          />
        </div>
      </div>
      {told !== amount.text && (
        <p className="warning" role="alert">
          <Icon name="info" small />
          El precio o la tasa cambió y este monto no es el que viste en la página. El que vale es este.
        </p>
      )}
      {amount.unverified && <RateUnknown site={site} />}
      <p className="warning">
        <Icon name="alert" small />
        Paga el monto exacto. Con otro monto la operación no se puede validar.
      </p>
      {method && <DataRows method={method} raffleId={raffleId} />}
      {method?.instrucciones && <p className="instructions">{method.instrucciones}</p>}
      {!late && <p className="small">Si el tiempo llega a cero sin tu reporte, la compra se cancela.</p>}
    </section>
  )
}

function RateUnknown({ site }: { site: SiteSettings }) {
  const support = whatsappAddress(site)
  return (
    <p className="warning" role="alert">
      <Icon name="info" small />
      <span>
        <b>No pudimos consultar la tasa de hoy.</b> Confirma el monto en bolívares con soporte antes de pagar.{' '}
        {support && (
          <a className="link" href={support} target="_blank" rel="noopener">
            Escribir a soporte
          </a>
        )}
      </span>
    </p>
  )
}
