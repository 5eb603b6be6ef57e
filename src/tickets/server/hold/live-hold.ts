import { after, HOUR, type Instant } from '#platform/clock.ts'
import { refusal } from '#platform/errors.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { HOLD_SECONDS } from '../../quantity.ts'
import { findByToken, type Reservation } from '../store.ts'

/** How long after its end an expired hold keeps its price: a buyer who paid meanwhile reports by then. */
const KEPT = 2 * HOUR

/** Whether its visitor is in time: the tickets still wait. */
export function isLive({ estado, vence_en }: Reservation, now: Instant): boolean {
  return estado === 'apartado' && vence_en !== null && vence_en > now
}

/** Whether a report took its tickets during the payment, and its time still runs. */
export function isPromised({ estado, vence_en }: Reservation, now: Instant): boolean {
  return estado === 'cedido' && vence_en !== null && vence_en > now
}

/**
 * @throws AppError 404 APARTADO_VENCIDO when there is no such hold, or its time is over; 410 APARTADO_CEDIDO when a report
 * got its tickets meanwhile.
 */
export async function findLiveHold(sql: Sql, token: string, now: Instant): Promise<Reservation> {
  return requireLive(await findByToken(sql, token), now)
}

/** The same of one that was found. */
export function requireLive(hold: Reservation | undefined, now: Instant): Reservation {
  if (hold && isLive(hold, now)) return hold
  if (hold && isPromised(hold, now)) throw refusal('APARTADO_CEDIDO')
  throw refusal('APARTADO_VENCIDO')
}

/**
 * Whether a report without tickets of its own pays the price shown while they were held. Only when the hold ran out, and for
 * two hours: closing a hold would let visitors look at a price and keep it at will
 * (docs/decisions/099-what-a-report-may-do.md). A hold is reported once, so its price is used once.
 */
export function keepsPrice({ estado, creado_en, renovado }: Reservation, now: Instant): boolean {
  if (estado === 'liberado') return false
  if (estado !== 'vencido') return true
  const ended = after(creado_en, HOLD_SECONDS * 1000 * (1 + renovado))
  return now < after(ended, KEPT)
}
