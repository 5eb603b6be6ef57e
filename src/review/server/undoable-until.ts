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
  const until = undoable && purchase.decidido_en !== null ? purchase.decidido_en + UNDO_WINDOW : 0
  return until > now ? new Date(until).toISOString() : null
}
