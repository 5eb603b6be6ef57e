import type { Instant } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import { isNear, parseMoney, roundMoney } from '#platform/money.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Randomness } from '#platform/server/random.ts'
import type { Raffle } from '#raffles/server/store.ts'
import type { Quote } from '#tickets/contract.ts'
import { readQuote } from '#tickets/server/hold/describe-hold.ts'
import { isLive, isPromised, keepsPrice } from '#tickets/server/hold/live-hold.ts'
import { checkQuantity, checkSelection, onSale } from '#tickets/server/raffle-on-sale.ts'
import { keepForReview, takeTickets } from '#tickets/server/reserve.ts'
import type { Client } from '#tickets/server/shares/client-mark.ts'
import { numbersOf, type Reservation, type Stock } from '#tickets/server/store.ts'
import { reserveReported } from '#tickets/server/waiting/reserve-reported.ts'
import type { Report } from './read-report.ts'

/** Letters and digits that are not mistaken for each other when they are read aloud or copied by hand. */
const ALPHABET = '23456789BCDFGHJKLMNPQRSTVWXZ'
const LENGTH = 6

/**
 * The tickets of the report: its hold, or as many as it needs now. A visitor's report is accepted also when there are none, and
 * waits for them; a sale by hand is refused then, because its buyer stands there.
 */
export async function reserveForReport(
  tx: Sql,
  stock: Stock,
  raffle: Raffle,
  report: Report,
  hold: Reservation | undefined,
  now: { token: string; now: Instant; fresh: Quote; client: Client | null; byHand: boolean },
): Promise<{ reservation: Reservation; late: boolean }> {
  const own = hold?.rifa_id === raffle.id ? hold : undefined
  if (own && own.cantidad !== report.cantidad_tickets) {
    throw otherHold('La cantidad cambió', 'Vuelve a apartar los boletos con la cantidad que quieres.')
  }
  // Nobody has taken them back yet: they are still his, even when the countdown is over.
  if (own?.estado === 'apartado') {
    if (report.numeros && !(await holds(tx, raffle, own, report.numeros))) {
      throw otherHold('Los números cambiaron', 'Vuelve a apartar los números que quieres.')
    }
    // Once the sale is over only a hold whose time still runs counts: a draw does not wait for who comes when he likes.
    if (raffle.estado !== 'pausada' && !isLive(own, now.now)) onSale(raffle)
    await keepForReview(tx, stock, raffle, own, now.now)
    return { reservation: own, late: !isLive(own, now.now) }
  }
  // Who was let pay without tickets, or lost them to another report, was promised that his report counts while his time runs.
  const promised = own && isPromised(own, now.now) ? own : null
  if (!promised) {
    checkSelection(onSale(raffle), report.numeros !== null)
    checkQuantity(raffle, report.cantidad_tickets)
  }
  const priced = own && (promised || keepsPrice(own, now.now)) ? own : null
  const wanted = {
    token: now.token,
    cantidad: report.cantidad_tickets,
    numeros: report.numeros,
    // Who pays late pays what he was told while his tickets were held.
    cotizacion: priced ? readQuote(priced) : now.fresh,
    client: now.client,
    now: now.now,
  }
  const reservation = now.byHand
    ? await takeTickets(tx, stock, raffle, { ...wanted, estado: 'en revision', vence_en: null })
    : await reserveReported(tx, stock, raffle, { ...wanted, own: promised, over: promised ? null : (own ?? null) })
  return { reservation, late: !promised }
}

/** Whether those are the numbers of the hold, in whatever order: it is the truth, and who names others would not get them. */
async function holds(tx: Sql, raffle: Raffle, hold: Reservation, named: readonly string[]): Promise<boolean> {
  const held = (await numbersOf(tx, [hold.id])).get(hold.id) ?? []
  const whole = named.map((numero) => numero.padStart(raffle.digitos, '0'))
  return whole.sort().join() === held.join()
}

function otherHold(title: string, text: string): AppError {
  return new AppError(422, 'APARTADO_DISTINTO', title, text)
}

/**
 * A page that showed another total gets ours, and asks the visitor; the total in Bs is what variant B shows. Clients that reckon in
 * floats may be a céntimo off.
 */
export function checkTotal(shown: string, quote: Quote): void {
  if (isTotal(shown, quote)) return
  throw new AppError(
    409,
    'COTIZACION_CAMBIO',
    'El monto cambió',
    'El precio o la tasa cambió desde que abriste la página. Revisa el monto nuevo antes de seguir.',
    {
      extra: { cotizacion: quote },
    },
  )
}

/** Whether a client's total is that of the quote, in the raffle's currency or in bolívares. */
export function isTotal(shown: string, quote: Quote): boolean {
  const total = roundMoney(shown)
  const ours = [quote.total, quote.total_bs].map((text) => parseMoney(text ?? '')).filter((money) => money !== null)
  return total !== null && ours.some((money) => isNear(total, money))
}

/** A short name for people to speak of a purchase, `TB-2HX8RK`: no secret, only unique, which the database says. */
export function newPurchaseCode(random: Randomness): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET[random.below(ALPHABET.length)])
  return `TB-${letters.join('')}`
}
