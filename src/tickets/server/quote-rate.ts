import type { Ctx } from '#platform/server/context.ts'
import type { Raffle } from '#raffles/server/store.ts'
import { RATE_NAMES } from '#rates/rate-text.ts'
import { currentRate } from '#rates/server/current-rate.ts'
import type { QuoteRate } from '../quote.ts'

/** The rate that a purchase of this raffle is quoted with: the raffle's own, else the one in force, else none. */
export async function quoteRate(ctx: Ctx, raffle: Pick<Raffle, 'tasa_usd'>): Promise<QuoteRate | null> {
  if (raffle.tasa_usd !== null) return { tasa: raffle.tasa_usd, nombre: 'Tasa de la rifa', fecha: '', verificada: true }
  const rate = await currentRate(ctx)
  if (!rate) return null
  return { tasa: rate.tasa, nombre: RATE_NAMES[rate.referencia], fecha: rate.fecha_valor, verificada: rate.vigente }
}
