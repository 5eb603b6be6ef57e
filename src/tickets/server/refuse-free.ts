import { refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Raffle } from '#raffles/server/store.ts'
import { RATE_NAMES } from '#rates/rate-text.ts'
import { currentRate } from '#rates/server/current-rate.ts'
import type { Quote } from '../contract.ts'
import type { QuoteRate } from '../quote.ts'

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
