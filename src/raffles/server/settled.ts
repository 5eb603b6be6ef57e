import { after, HOUR, type Instant, wholeSecond } from '#platform/clock.ts'
import { refusal } from '#platform/errors.ts'
import type { Raffle } from './store.ts'

/**
 * Effects of a raffle's rule (draw/rule.ts) on sale and review. Each is read from the raffle behind its lock, and from the server's clock: a worker
 * that sleeps changes nothing.
 */

/** When its sale ends by its rule; null while it goes on, or is over. One more confirmed number may end it. */
export function endOfSale(
  { estado, cierra_en, cierra_con, restaurada_en }: Raffle,
  confirmados: number,
  now: Instant,
): Instant | null {
  if (restaurada_en !== null || (estado !== 'publicada' && estado !== 'pausada')) return null
  if (cierra_en !== null && now >= cierra_en) return cierra_en
  return cierra_con !== null && confirmados >= cierra_con ? wholeSecond(now) : null
}

/** Whether nothing is sold any more: somebody has closed it, or its rule has, whether that was written down or not. */
export function isOver({ estado, cierra_en }: Raffle, now: Instant): boolean {
  return estado === 'cerrada' || estado === 'sorteada' || (cierra_en !== null && now >= cierra_en)
}

/**
 * When its list is frozen at the latest, as far as known; null without a rule, while the end of sales is unknown, and while it waits since a restore.
 */
export function freezesAt({ cerrada_en, cierra_en, revision_horas, restaurada_en }: Raffle): Instant | null {
  const end = cerrada_en ?? cierra_en
  return end === null || revision_horas === null || restaurada_en !== null ? null : after(end, revision_horas * HOUR)
}

/** Whether the participants are final: the list is frozen, or it is time and the worker has not run yet. */
export function isFrozen(raffle: Raffle, now: Instant): boolean {
  if (raffle.congelada_en !== null) return true
  // Sales since the copy are missing: the clock leaves nobody out before somebody has looked.
  if (raffle.restaurada_en !== null) return false
  const end = freezesAt(raffle)
  return raffle.regla_sha256 !== null && isOver(raffle, now) && end !== null && now >= end
}

/** Participants are final once the list is frozen. @throws AppError 409 RIFA_CONGELADA */
export function refuseFrozen(raffle: Raffle, now: Instant): void {
  if (isFrozen(raffle, now)) throw refusal('RIFA_CONGELADA')
}

/** Whether a confirmed purchase keeps its numbers for good: its raffle has been drawn, or its list is frozen. */
export function areNumbersFixed(raffle: Raffle, now: Instant): boolean {
  return raffle.estado === 'sorteada' || isFrozen(raffle, now)
}

/**
 * Nobody becomes a participant, or stops being one, once the list is frozen or the result known.
 * @throws AppError 409 RIFA_CONGELADA | RIFA_SORTEADA
 */
export function refuseSettled(raffle: Raffle, now: Instant): void {
  refuseFrozen(raffle, now)
  if (raffle.estado !== 'sorteada') return
  throw refusal('RIFA_SORTEADA')
}

/** Refuses to do by hand what the rule decides. @throws AppError 409 LO_DICE_LA_REGLA */
export function refuseRuled({ regla_sha256 }: Raffle, details: string): void {
  if (regla_sha256 === null) return
  throw refusal('LO_DICE_LA_REGLA', { details })
}
