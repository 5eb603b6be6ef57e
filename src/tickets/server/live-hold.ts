import type { Instant } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { findByToken, type Reservation } from './store.ts'

/** Whether its tickets are still his: nobody else can have them before that instant. */
export function isLive(reservation: Reservation, now: Instant): boolean {
  return reservation.estado === 'apartado' && reservation.vence_en !== null && reservation.vence_en > now
}

/** @throws AppError 404 APARTADO_VENCIDO when there is no such hold, or its time is over. */
export async function findLiveHold(sql: Sql, token: string, now: Instant): Promise<Reservation> {
  const hold = await findByToken(sql, token)
  if (hold && isLive(hold, now)) return hold
  throw new AppError(
    404,
    'APARTADO_VENCIDO',
    'El tiempo terminó',
    'Tus boletos volvieron a la venta. Puedes apartarlos otra vez; lo que escribiste sigue aquí.',
  )
}
