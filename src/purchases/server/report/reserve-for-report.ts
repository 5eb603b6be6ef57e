import { refusal } from '#platform/errors.ts'
import { isNear, parseMoney, roundMoney } from '#platform/money.ts'
import type { Randomness } from '#platform/server/random.ts'
import { isOver, refuseFrozen } from '#raffles/server/settled.ts'
import type { Raffle } from '#raffles/server/store.ts'
import type { Quote } from '#tickets/contract.ts'
import { makeQuote } from '#tickets/quote.ts'
import { readQuote } from '#tickets/server/hold/describe-hold.ts'
import { isLive, isPromised, keepsPrice } from '#tickets/server/hold/live-hold.ts'
import type { RaffleState } from '#tickets/server/path/raffle-state.ts'
import { checkQuantity, checkSelection, onSale } from '#tickets/server/raffle-on-sale.ts'
import type { Taking } from '#tickets/server/reserve.ts'
import type { Reservation } from '#tickets/server/store.ts'
import { CLEAR_LETTERS } from '../owner-code.ts'
import type { Reporting } from './report-group.ts'

const LENGTH = 6

/** A report's need of the raffle's tickets: to keep those of its hold, or to take some. */
export type Asked =
  | { hold: Reservation; late: boolean }
  | {
      taking: Taking
      late: boolean
      /** The hold that was lost to another report during the payment: its visitor was promised that the report counts. */
      promised: Reservation | null
      /** The hold of the payment, which ran out of time. */
      over: Reservation | null
    }

/**
 * The tickets that a report needs, by the rules of the raffle behind its lock.
 * @throws AppError 422 APARTADO_DISTINTO | CANTIDAD_NO_PERMITIDA, 409 RIFA_PAUSADA | RIFA_CERRADA | RIFA_CONGELADA | SELECCION_NO_PERMITIDA
 */
export function askTickets(state: RaffleState, { report, rate, token, client, seller }: Reporting): Asked {
  const { raffle, now } = state
  refuseFrozen(raffle, now)
  const hold = report.apartado === null ? undefined : state.withToken(report.apartado)
  const own = hold?.rifa_id === raffle.id ? hold : undefined
  if (own && own.cantidad !== report.cantidad_tickets) throw refusal('APARTADO_DISTINTO')
  // Nobody has taken them back yet: they are still the visitor's, even when the countdown is over.
  if (own?.estado === 'apartado') {
    if (report.numeros && !isOf(state.numbersOf(own), raffle, report.numeros)) {
      const details = 'Vuelve a apartar los números que quieres.'
      throw refusal('APARTADO_DISTINTO', { error: 'Los números cambiaron', details })
    }
    // Once the sale is over only a hold whose time still runs counts: a draw does not wait for late visitors.
    if ((raffle.estado !== 'pausada' || isOver(raffle, now)) && !isLive(own, now)) onSale(raffle, now)
    return { hold: own, late: !isLive(own, now) }
  }
  const promised = own && isPromised(own, now) ? own : null
  if (!promised) {
    // Sales since a restored copy are written down by hand, before anybody else buys.
    const written = seller !== null && raffle.restaurada_en !== null
    checkSelection(written ? raffle : onSale(raffle, now), report.numeros !== null)
    checkQuantity(raffle, report.cantidad_tickets)
  }
  const priced = own && (promised || keepsPrice(own, now)) ? own : null
  const taking: Taking = {
    token,
    cantidad: report.cantidad_tickets,
    numeros: report.numeros,
    estado: 'en revision',
    vence_en: null,
    // A late payment costs what the visitor was told while the tickets were held.
    cotizacion: priced ? readQuote(priced) : makeQuote(raffle, report.cantidad_tickets, rate),
    client,
  }
  return { taking, promised, over: promised ? null : (own ?? null), late: !promised }
}

/** Whether those are the numbers of the hold, in whatever order. The hold is the truth: other named numbers would not be given. */
function isOf(held: readonly string[], raffle: Raffle, named: readonly string[]): boolean {
  const whole = named.map((numero) => numero.padStart(raffle.digitos, '0'))
  return whole.sort().join() === held.join()
}

/**
 * A page that showed another total gets ours, and asks the visitor; the total in Bs is what variant B shows. Clients that reckon in
 * floats may be a céntimo off.
 */
export function checkTotal(shown: string, quote: Quote): void {
  if (isTotal(shown, quote)) return
  throw refusal('COTIZACION_CAMBIO', { cotizacion: quote })
}

/** Whether a client's total is that of the quote, in the raffle's currency or in bolívares. */
export function isTotal(shown: string, quote: Quote): boolean {
  const total = roundMoney(shown)
  const ours = [quote.total, quote.total_bs].map((text) => parseMoney(text ?? '')).filter((money) => money !== null)
  return total !== null && ours.some((money) => isNear(total, money))
}

/** A short name for people to speak of a purchase, `TB-2HX8RK`: no secret, only unique, which the database guarantees. */
export function newPurchaseCode(random: Randomness): string {
  const letters = Array.from({ length: LENGTH }, () => CLEAR_LETTERS[random.below(CLEAR_LETTERS.length)])
  return `TB-${letters.join('')}`
}
