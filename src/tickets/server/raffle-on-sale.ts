import type { Instant } from '#platform/clock.ts'
import { notFound, refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { QuantityLimits } from '#raffles/quantity-limits.ts'
import { isOver, refuseFrozen } from '#raffles/server/settled.ts'
import type { Raffle } from '#raffles/server/store.ts'
import { RATE_NAMES } from '#rates/rate-text.ts'
import { currentRate } from '#rates/server/current-rate.ts'
import type { Quote } from '../contract.ts'
import { LIMIT_TITLE, limitText, minimumText, QUANTITY_MINIMUM_TITLE } from '../quantity.ts'
import type { QuoteRate } from '../quote.ts'

/**
 * The raffle, if its tickets can be taken.
 * @throws AppError 404 NO_EXISTE for none or a draft, 409 RIFA_PAUSADA, 409 RIFA_CERRADA when its sale is over, 409 RIFA_CONGELADA.
 */
export function onSale(raffle: Raffle | undefined, now: Instant): Raffle {
  if (!raffle || raffle.estado === 'borrador') throw notFound('Esta rifa no existe')
  refuseFrozen(raffle, now)
  const over = isOver(raffle, now)
  if (raffle.estado === 'publicada' && !over) return raffle
  if (raffle.estado === 'pausada' && !over) throw refusal('RIFA_PAUSADA')
  throw refusal('RIFA_CERRADA')
}

/** Whether the raffle lets visitors choose in that way. @throws AppError 409 SELECCION_NO_PERMITIDA */
export function checkSelection(raffle: Raffle, picked: boolean): void {
  const refused = picked ? raffle.seleccion === 'automatica' : raffle.seleccion === 'manual'
  if (!refused) return
  throw refusal('SELECCION_NO_PERMITIDA', {
    details: picked ? 'En esta rifa los números se asignan al azar.' : 'En esta rifa los números se eligen a mano.',
  })
}

/**
 * Whether one purchase of the raffle may have that many tickets.
 * @throws AppError 422 CANTIDAD_NO_PERMITIDA with `minimo` and `maximo`
 */
export function checkQuantity({ minimo, maximo }: QuantityLimits, cantidad: number): void {
  if (cantidad >= minimo && cantidad <= maximo) return
  const few = cantidad < minimo
  throw refusal('CANTIDAD_NO_PERMITIDA', {
    error: few ? QUANTITY_MINIMUM_TITLE : LIMIT_TITLE,
    details: few ? minimumText(minimo) : limitText(maximo),
    minimo,
    maximo,
  })
}

/**
 * Nothing is sold for nothing: a price or a rate that comes to 0.00 is a mistake or a trick.
 * @param owed amount in the currency of the method that was named.
 * @throws AppError 409 MONTO_EN_CERO
 */
export function refuseFree({ total, total_bs }: Pick<Quote, 'total' | 'total_bs'>, owed: string | null = null): void {
  if (total !== '0.00' && total_bs !== '0.00' && owed !== '0.00') return
  throw refusal('MONTO_EN_CERO')
}

/** The rate that a purchase of this raffle is quoted with: the raffle's own, else the one in force, else none. */
export async function quoteRate(ctx: Ctx, raffle: Pick<Raffle, 'tasa_usd'>): Promise<QuoteRate | null> {
  if (raffle.tasa_usd !== null) return { tasa: raffle.tasa_usd, nombre: 'Tasa de la rifa', fecha: '', verificada: true }
  const rate = await currentRate(ctx)
  if (!rate) return null
  return { tasa: rate.tasa, nombre: RATE_NAMES[rate.referencia], fecha: rate.fecha_valor, verificada: rate.vigente }
}
