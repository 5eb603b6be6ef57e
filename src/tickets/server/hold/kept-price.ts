import { after, type Instant } from '#platform/clock.ts'
import { HOLD_SECONDS } from '../../quantity.ts'
import type { Reservation } from '../store.ts'

/** How long after its end a hold that ran out still counts for what it promised to pay: whoever paid meanwhile reports by then. */
const KEPT = 2 * 3_600_000

/**
 * Whether a report without tickets of its own pays what it was told while they were held. Only when the hold ran out, and for
 * two hours: one that its visitor closed was a look at a price, and would keep it for as long as he likes
 * (docs/decisions/033-close.md). A hold is reported once, so that its price is had once.
 */
export function keepsPrice({ estado, creado_en, renovado }: Reservation, now: Instant): boolean {
  if (estado === 'liberado') return false
  if (estado !== 'vencido') return true
  const ended = after(creado_en, HOLD_SECONDS * 1000 * (1 + renovado))
  return now < after(ended, KEPT)
}
