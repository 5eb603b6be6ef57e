import { after } from '#platform/clock.ts'
import { AppError, notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { isOver } from '#raffles/server/settled.ts'
import { findRaffle } from '#raffles/server/store.ts'
import type { HoldAnswer } from '../../contract.ts'
import { HOLD_SECONDS } from '../../quantity.ts'
import { onSale } from '../raffle-on-sale.ts'
import { lockStock, numbersOf, updateReservation } from '../store.ts'
import { describeHold } from './describe-hold.ts'
import { findLiveHold } from './live-hold.ts'

/**
 * Gives a live hold 600 seconds from now, once. The quote stays as it was: the visitor may be paying that amount now.
 * @throws AppError 404 APARTADO_VENCIDO, 409 APARTADO_YA_RENOVADO | RIFA_CERRADA
 */
export async function renewHold(ctx: Ctx, token: string): Promise<HoldAnswer> {
  const found = await findLiveHold(ctx.db.read, token, ctx.clock.now())
  const answer = await ctx.db.write(`rifa:${found.rifa_id}`, async (tx) => {
    const raffle = await findRaffle(tx, found.rifa_id)
    if (!raffle) throw notFound('Esta rifa no existe')
    await lockStock(tx, raffle)
    // A pause ends; a close does not: what is on hold then has the time that it has.
    const current = await findRaffle(tx, raffle.id)
    const now = ctx.clock.now()
    if (current?.estado !== 'pausada' || isOver(current, now)) onSale(current, now)
    const hold = await findLiveHold(tx, token, now)
    if (hold.renovado > 0) {
      throw new AppError(
        409,
        'APARTADO_YA_RENOVADO',
        'Ya pediste más tiempo',
        'El tiempo se puede alargar una sola vez.',
      )
    }
    const vence_en = after(now, HOLD_SECONDS * 1000)
    await updateReservation(tx, hold.id, { vence_en, renovado: 1 })
    const numbers = await numbersOf(tx, [hold.id])
    return describeHold({ ...hold, vence_en, renovado: 1 }, numbers.get(hold.id) ?? [], now)
  })
  return answer
}
