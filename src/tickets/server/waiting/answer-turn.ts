import type { FastifyRequest } from 'fastify'
import type { Ctx } from '#platform/server/context.ts'
import { nextPiece, readPiece } from '#platform/server/work/piece-of-work.ts'
import { WORK_HEADER } from '#platform/work.ts'
import type { TurnAnswer } from '../../contract.ts'
import { hasTickets } from '../moves.ts'
import { findReservation, type Reservation } from '../store.ts'
import { earnTurn } from './earn-turn.ts'

/**
 * Counts the piece of work that a request brings for a reservation without tickets, and says what comes next. The work is the
 * reservation's, not the connection's: a phone changes its network while its owner pays.
 */
export async function answerTurn(
  ctx: Ctx,
  request: Pick<FastifyRequest, 'headers'>,
  { id }: Pick<Reservation, 'id'>,
): Promise<TurnAnswer> {
  const purpose = { kind: 'turno', raffle: null, client: `reserva ${id}` } as const
  const missing = await earnTurn(ctx, id, readPiece(ctx, purpose, request.headers[WORK_HEADER]))
  const reservation = await findReservation(ctx.db.read, id)
  return {
    tiene_boletos: reservation !== undefined && hasTickets(reservation.estado),
    trabajo: nextPiece(ctx, purpose, missing),
  }
}
