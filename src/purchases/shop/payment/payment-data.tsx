import { type Ref, type RefCallback, useCallback, useState } from 'react'
import type { PaymentMethod } from '#payment-methods/contract.ts'
import { paymentRows } from '#payment-methods/payment-rows.ts'
import { formatDay, parseDay } from '#platform/clock.ts'
import { amountToCopy, centsOf, formatMoney, formatRate, moneyOfCents, parseMoney, parseRate } from '#platform/money.ts'
import { CopyButton } from '#platform/web/copy-button.tsx'
import { Icon } from '#platform/web/icon.tsx'
import type { SiteSettings } from '#site/contract.ts'
import { whatsappAddress } from '#site/whatsapp.ts'
import type { Quote } from '#tickets/contract.ts'
import { ownCents, roundedOff } from '../../owed-sum.ts'
import { keepCopied } from '../form/draft.ts'
import type { Owed } from './owed.ts'

/** A value that is longer than this, in characters, is printed smaller so that it keeps to one line. */
const LONG_VALUE = 17

/** An amount that is longer than this, in characters, is printed smaller so that it keeps to one line. */
const LONG_AMOUNT = 14

interface Props {
  /** Null once nobody may pay by it any more. */
  method: PaymentMethod | null
  quote: Quote
  amount: Owed
  /** The amount that the page showed before, as it was printed. */
  told: string | undefined
  /** Where the amount is printed. */
  at: Ref<HTMLParagraphElement>
  site: SiteSettings
  /** The countdown is over already. */
  late: boolean
  raffleId: number
  /** Every céntimo tells its payments apart. */
  exact: boolean
}

/** The exact amount and the account to pay; every value with its copy button. */
export function PaymentData({ method, quote, amount, told, at, site, late, raffleId, exact }: Props) {
  const total = totalText(quote)
  const inOther = total === amount.text ? '' : `${total} por `
  const cents = method && ownCents(method, quote)
  const rounded =
    exact || amount.currency !== 'VES' || amount.unverified ? 0 : roundedOff(Number(centsOf(amount.amount)))
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
      {cents && (
        <p className="small">
          Incluye {formatMoney(cents, 'VES')} que son solo de tu compra: con ellos sabemos que el pago es tuyo.
        </p>
      )}
      {told !== amount.text && (
        <p className="notice warning" role="alert">
          <Icon name="info" small />
          El precio o la tasa cambió y este monto no es el que viste en la página. El que vale es este.
        </p>
      )}
      {amount.unverified && <RateUnknown site={site} />}
      <p className="notice warning">
        <Icon name="alert" small />
        Paga el monto exacto. Con otro monto la operación no se puede validar.
      </p>
      {rounded > 0 && (
        <p className="small">
          Si tu banco redondea, aceptamos hasta {formatMoney(moneyOfCents(BigInt(rounded)), 'VES')} de diferencia.
        </p>
      )}
      {method && (
        <dl className="rows">
          {paymentRows(method).map((row) => (
            <Row key={row.label} row={row} onCopy={() => keepCopied(raffleId, row.copied)} />
          ))}
        </dl>
      )}
      {method?.instrucciones && <p className="instructions">{method.instrucciones}</p>}
      {!late && <p className="small">Si el tiempo llega a cero sin tu reporte, la compra se cancela.</p>}
    </section>
  )
}

function RateUnknown({ site }: { site: SiteSettings }) {
  const support = whatsappAddress(site)
  return (
    <p className="notice warning" role="alert">
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

/** The total in the raffle's own currency. */
export function totalText(quote: Quote): string {
  const total = parseMoney(quote.total)
  return total === null ? '' : formatMoney(total, quote.moneda)
}

/** `Tasa BCV euro · Bs. 671,42 · 20 de noviembre`, as far as it is known; empty for a quote without a rate. */
export function rateText(quote: Pick<Quote, 'tasa' | 'tasa_nombre' | 'tasa_fecha'>): string {
  const rate = parseRate(quote.tasa ?? '')
  if (rate === null) return ''
  const bolivares = `Bs.\u00a0${formatRate(rate)}`
  const named = quote.tasa_nombre === '' ? `Tasa ${bolivares}` : `${quote.tasa_nombre} · ${bolivares}`
  const day = parseDay(quote.tasa_fecha)
  return day === null ? named : `${named} · ${formatDay(day)}`
}

/** A value of the account with its copy button. */
function Row({ row, onCopy }: { row: ReturnType<typeof paymentRows>[number]; onCopy: () => void }) {
  return (
    <div data-long={row.shown.length > LONG_VALUE || undefined}>
      <dt>{row.label}</dt>
      <dd>{row.shown}</dd>
      <dd>
        <CopyButton text={row.copied} what={row.label.toLowerCase()} onCopy={onCopy} />
      </dd>
    </div>
  )
}

/** Whether the element that gets the reference can be seen; true until that is known. */
export function useInView(): [RefCallback<HTMLElement>, boolean] {
  const [seen, setSeen] = useState(true)
  const at = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const watcher = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting ?? true))
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])
  return [at, seen]
}
