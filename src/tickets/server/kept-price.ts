import { after, type Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { HOLD_SECONDS } from '../quantity.ts'
import { type Reservation, updateReservation } from './store.ts'

/** How long after its end a hold that ran out still counts for what it promised to pay: whoever paid meanwhile reports by then. */
const KEPT = 2 * 3_600_000

/**
 * Whether a report without tickets of its own pays what it was told while they were held. Only when the hold ran out, once, and
 * for two hours: one that its visitor closed was a look at a price, and would keep it for as long as he likes
 * (docs/decisions/033-close.md).
 */
export function keepsPrice({ estado, creado_en, renovado }: Reservation, now: Instant): boolean {
  if (estado === 'liberado') return false
  if (estado !== 'vencido') return true
  const ended = after(creado_en, HOLD_SECONDS * 1000 * (1 + renovado))
  return now < after(ended, KEPT)
}

/** A report has had that price: the next one with the same hold pays today's. */
export async function spendPrice(tx: Sql, hold: Reservation): Promise<void> {
  if (hold.estado === 'vencido') await updateReservation(tx, hold.id, { estado: 'liberado' })
}
