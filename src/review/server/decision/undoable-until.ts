import type { Instant } from '#platform/clock.ts'
import type { Purchase } from '#purchases/server/store.ts'
import type { Reservation } from '#tickets/server/store.ts'
import { UNDO_WINDOW } from './decide.ts'

/**
 * Until when the last decision can be taken back, as an ISO instant; null when it cannot.
 * @param fixed the raffle has been drawn.
 */
export function undoableUntil(
  purchase: Pick<Purchase, 'estado' | 'decidido_en'>,
  reservation: Pick<Reservation, 'estado'>,
  fixed: boolean,
  now: Instant,
): string | null {
  const undoable =
    (purchase.estado === 'confirmado' && !fixed) ||
    // Its tickets are still there, or it waited for some and waits again.
    (purchase.estado === 'rechazado' && ['liberado', 'en revision'].includes(reservation.estado))
  const left = undoable ? undoableFor(purchase.decidido_en, now) : 0
  return left > 0 ? new Date(now + left).toISOString() : null
}

/** Milliseconds for which a decision can still be taken back; 0 also for one that was taken while the clock was ahead. */
export function undoableFor(decidido_en: Instant | null, now: Instant): number {
  const left = decidido_en === null ? 0 : decidido_en + UNDO_WINDOW - now
  return left > 0 && left <= 2 * UNDO_WINDOW ? left : 0
}
