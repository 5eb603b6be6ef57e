import { after } from '#platform/clock.ts'
import { refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { isOver } from '#raffles/server/settled.ts'
import type { HoldAnswer } from '../../contract.ts'
import { HOLD_SECONDS } from '../../quantity.ts'
import { decideAlone } from '../path/open-raffle.ts'
import { onSale } from '../raffle-on-sale.ts'
import { describeHold } from './describe-hold.ts'
import { findLiveHold, requireLive } from './live-hold.ts'

/**
 * Gives a live hold 600 seconds from now, once. The quote stays as it was: the visitor may be paying that amount now.
 * @throws AppError 404 APARTADO_VENCIDO, 409 APARTADO_YA_RENOVADO | RIFA_CERRADA
 */
export async function renewHold(ctx: Ctx, token: string): Promise<HoldAnswer> {
  const found = await findLiveHold(ctx.db.read, token, ctx.clock.now())
  return decideAlone(ctx, found.rifa_id, { tokens: [token] }, (state) => {
    const { raffle, now } = state
    // A pause ends; a close does not: holds keep the time that they have then.
    if (raffle.estado !== 'pausada' || isOver(raffle, now)) onSale(raffle, now)
    const hold = requireLive(state.withToken(token), now)
    if (hold.renovado > 0) {
      throw refusal('APARTADO_YA_RENOVADO')
    }
    state.set(hold, { vence_en: after(now, HOLD_SECONDS * 1000), renovado: 1 })
    return describeHold(hold, state.numbersOf(hold), now)
  })
}
