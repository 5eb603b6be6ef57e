import type { Operator } from '#access/contract.ts'
import type { Actor } from '#journal/actor.ts'
import { requireFreshFactor } from '#operators/server/factor/require-fresh-factor.ts'
import { refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { requireSureTime } from '#platform/server/time-guard.ts'
import { ARCHIVABLE, RAFFLE_MOVES, type RaffleMove, STATE_NAMES } from '../raffle-moves.ts'
import { refuseFrozen, refuseRuled } from './settled.ts'
import { findRaffle, noteDeed, type Raffle, requireRaffle, updateRaffle, updateUnmoved } from './store.ts'
import { lockRaffle, type TicketsOfRaffle } from './tickets-of-raffle.ts'

const CLOSED_BY_RULE =
  'Las ventas cierran cuando dice la regla, que los compradores vieron. Mientras no haya ninguna compra puedes quitarla y cerrar a mano.'

/**
 * Pauses, resumes or closes the sale. A visitor who holds tickets at that moment may report until the hold ends; after a close it is not renewed.
 * @throws AppError 404, 409 ESTADO_NO_PERMITE (with `estado`) | RIFA_CONGELADA | LO_DICE_LA_REGLA, for a close that its rule decides
 */
export async function moveRaffle(
  ctx: Ctx,
  tickets: TicketsOfRaffle,
  id: number,
  move: RaffleMove,
  actor: Actor,
): Promise<void> {
  const { from, to, deed } = RAFFLE_MOVES[move]
  await lockRaffle(ctx, tickets, id, async ({ tx, raffle, now, sales: { libres: _, elegidos: __, ...ventas } }) => {
    refuseFrozen(raffle, now)
    requireState(raffle, from)
    if (move === 'cerrar') refuseRuled(raffle, CLOSED_BY_RULE)
    // The operator who resumes or closes a raffle paused by a restore has compared it.
    const waits = move === 'pausar' ? {} : { restaurada_en: null }
    await updateRaffle(tx, id, { estado: to, ...waits, ...(to === 'cerrada' ? { cerrada_en: now } : {}) })
    await noteDeed({ tx, raffle, now }, actor, deed, ventas)
  })
}

/**
 * Ends the sale for good, with a fresh second factor.
 * @throws those of moveRaffle and requireFreshFactor
 */
export async function closeRaffle(
  ctx: Ctx,
  tickets: TicketsOfRaffle,
  id: number,
  code: string,
  owner: Operator,
): Promise<void> {
  const raffle = await requireRaffle(ctx.db.read, id)
  refuseFrozen(raffle, ctx.clock.now())
  requireState(raffle, RAFFLE_MOVES.cerrar.from)
  refuseRuled(raffle, CLOSED_BY_RULE)
  await requireSureTime(ctx)
  await requireFreshFactor(ctx, owner, code, 'cerrar la venta de una rifa')
  await moveRaffle(ctx, tickets, id, 'cerrar', owner)
}

/**
 * Puts a raffle away, or takes it back into the list. Visitors notice nothing.
 * @throws AppError 404, 409 ESTADO_NO_PERMITE while it is sold
 */
export async function archiveRaffle(ctx: Ctx, id: number, away: boolean, actor: Actor): Promise<void> {
  await ctx.db.write(`rifa:${id}`, async (tx) => {
    const raffle = await requireRaffle(tx, id)
    if ((raffle.archivada_en !== null) === away) return
    if (away) requireState(raffle, ARCHIVABLE)
    const now = ctx.clock.now()
    if (!(await updateUnmoved(tx, raffle, { archivada_en: away ? now : null }))) {
      requireState((await findRaffle(tx, id)) ?? raffle, [])
    }
    await noteDeed({ tx, raffle, now }, actor, away ? 'rifa archivada' : 'rifa recuperada', {})
  })
}

/** @throws AppError 409 ESTADO_NO_PERMITE (with `estado`) */
export function requireState(raffle: Raffle, states: readonly Raffle['estado'][]): void {
  if (states.includes(raffle.estado)) return
  throw refusal('ESTADO_NO_PERMITE', {
    error: 'La rifa no está para eso',
    details: `Ahora está: ${STATE_NAMES[raffle.estado].toLowerCase()}. Recarga para ver qué puedes hacer.`,
    estado: raffle.estado,
  })
}
