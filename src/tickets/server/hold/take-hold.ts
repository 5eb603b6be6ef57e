import { after } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { randomId } from '#platform/server/random.ts'
import { findRaffle } from '#raffles/server/store.ts'
import type { HoldAnswer, NewHold } from '../../contract.ts'
import { HOLD_SECONDS } from '../../quantity.ts'
import { makeQuote } from '../../quote.ts'
import { placesOfPicks } from '../moves.ts'
import { quoteRate } from '../quote-rate.ts'
import { checkQuantity, checkSelection, onSale } from '../raffle-on-sale.ts'
import { refuseFree } from '../refuse-free.ts'
import { type Taking, takeTickets } from '../reserve.ts'
import { checkShare } from '../shares/check-share.ts'
import type { Client } from '../shares/client-mark.ts'
import { lockStock } from '../store.ts'
import { describeHold } from './describe-hold.ts'
import { passInstead } from './hold-pass.ts'

/**
 * Holds tickets for the 600 seconds in which a visitor pays, with the quote frozen.
 * Where none can be set aside for him and he may pay all the same, it is a pass (hold-pass.ts).
 * @param client whose connection asks (client-mark.ts); null where nobody counts.
 * @throws AppError 404, 409 RIFA_PAUSADA | RIFA_CERRADA | SELECCION_NO_PERMITIDA | TOPE_SIN_VERIFICAR | SIN_DISPONIBLES |
 * NUMERO_TOMADO, 422 CANTIDAD_NO_PERMITIDA and others,
 * 429 DEMASIADOS_APARTADOS
 */
export async function takeHold(
  ctx: Ctx,
  raffleId: number,
  wanted: NewHold,
  client: Client | null = null,
): Promise<HoldAnswer> {
  const numeros = wanted.numeros_seleccionados ?? null
  if (numeros !== null && numeros.length !== wanted.cantidad_tickets) {
    throw new AppError(
      422,
      'CANTIDAD_DE_NUMEROS',
      'Selección incompleta',
      `Debes seleccionar exactamente ${wanted.cantidad_tickets} números`,
    )
  }
  const token = randomId(ctx.random)
  // The rate is read before the lock is taken: it may come from the database, and the lock is everybody's.
  const known = onSale(await findRaffle(ctx.db.read, raffleId))
  const rate = await quoteRate(ctx, known)
  const hold = await ctx.db.write(`rifa:${raffleId}`, async (tx) => {
    const stock = await lockStock(tx, known)
    // Behind the lock, where no operator changes it: what is sold is what it is now.
    const raffle = onSale(await findRaffle(tx, raffleId))
    checkSelection(raffle, numeros !== null)
    checkQuantity(raffle, wanted.cantidad_tickets)
    if (numeros !== null) placesOfPicks(numeros, raffle)
    const cotizacion = makeQuote(raffle, wanted.cantidad_tickets, rate)
    refuseFree(cotizacion)
    const now = ctx.clock.now()
    const taking: Taking = {
      token,
      cantidad: wanted.cantidad_tickets,
      numeros,
      estado: 'apartado',
      vence_en: after(now, HOLD_SECONDS * 1000),
      cotizacion,
      client,
      now,
    }
    try {
      await checkShare(tx, stock, raffle, taking)
      return await takeTickets(tx, stock, raffle, taking)
    } catch (refusal) {
      const pass = refusal instanceof AppError && (await passInstead(tx, stock, raffle, taking, refusal))
      if (pass) return pass
      throw refusal
    }
  })
  return describeHold(hold, numeros ?? [], ctx.clock.now())
}
