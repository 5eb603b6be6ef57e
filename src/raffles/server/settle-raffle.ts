import type { Actor } from '#journal/actor.ts'
import type { Instant } from '#platform/clock.ts'
import { type AppError, refusal } from '#platform/errors.ts'
import { counted } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { requireState } from './move-raffle.ts'
import { refuseFrozen, refuseRuled } from './settled.ts'
import { noteDeed, type Raffle, requireRaffle, updateRaffle } from './store.ts'
import { lockRaffle, type OpenTickets, type TicketsOfRaffle } from './tickets-of-raffle.ts'

/** Rows of a draw by hand, in the transaction that ends the raffle. */
export type HandDrawn = (tx: Sql, raffle: Raffle, now: Instant) => Promise<Pick<Raffle, 'numero_ganador' | 'ganador'>>

/**
 * Stores the number of a closed raffle that was sold without a rule; nothing of it changes afterwards. Only when nothing of it is open: a
 * waiting buyer with picked numbers must not see a result before the decision.
 * @throws AppError those of requireUndrawn
 */
export async function recordDraw(
  ctx: Ctx,
  tickets: TicketsOfRaffle,
  id: number,
  actor: Actor,
  draw: HandDrawn,
): Promise<void> {
  await lockRaffle(ctx, tickets, id, async ({ tx, raffle: closed, now }) => {
    requireState(closed, ['cerrada'])
    const raffle = await requireUndrawn(tx, tickets, id)
    const result = await draw(tx, raffle, now)
    await updateRaffle(tx, id, { estado: 'sorteada', ...result })
    await noteDeed({ tx, raffle, now }, actor, 'número ganador escrito', { numero_ganador: result.numero_ganador })
  })
}

/**
 * The raffle, where its number may be typed.
 * @throws AppError 404, 409 ESTADO_NO_PERMITE | LO_DICE_LA_REGLA | QUEDA_POR_DECIDIR (with `apartados`, `en_revision`, `por_corregir`)
 */
export async function requireUndrawn(sql: Sql, tickets: TicketsOfRaffle, id: number): Promise<Raffle> {
  const raffle = await requireRaffle(sql, id)
  refuseRuled(raffle, 'El ganador sale de la regla: no se escribe a mano.')
  requireState(raffle, ['cerrada'])
  const open = await tickets.countOpen(sql, id)
  if (open.apartados + open.en_revision + open.por_corregir > 0) throw stillOpen(open)
  return raffle
}

/**
 * The owner of a closed raffle waits no longer for corrections: rejected purchases stay so, and their tickets are free. Those in review are decided
 * as ever.
 * @returns how many purchases ended.
 * @throws AppError 404, 409 ESTADO_NO_PERMITE | RIFA_CONGELADA
 */
export function endGraces(ctx: Ctx, tickets: TicketsOfRaffle, id: number, actor: Actor): Promise<number> {
  return lockRaffle(ctx, tickets, id, async ({ tx, raffle, now }) => {
    requireState(raffle, ['cerrada'])
    refuseFrozen(raffle, now)
    const cuantas = await tickets.endGraces(tx, raffle, now)
    if (cuantas === 0) return 0
    await noteDeed({ tx, raffle, now }, actor, 'correcciones terminadas', { cuantas })
    return cuantas
  })
}

function stillOpen(open: OpenTickets): AppError {
  const { apartados, en_revision, por_corregir } = open
  const parts = [
    apartados > 0 && counted(apartados, 'persona está pagando', 'personas están pagando'),
    en_revision > 0 && counted(en_revision, 'pago espera tu decisión', 'pagos esperan tu decisión'),
    por_corregir > 0 &&
      counted(por_corregir, 'rechazo todavía se puede corregir', 'rechazos todavía se pueden corregir'),
  ].filter((part) => part !== false)
  const last = parts.pop() ?? ''
  return refusal('QUEDA_POR_DECIDIR', {
    details: `${parts.length > 0 ? `${parts.join(', ')} y ` : ''}${last}. Decídelo antes del sorteo.`,
    ...open,
  })
}
