import { AppError } from '#platform/errors.ts'
import type { Raffle } from './store.ts'

/** Whether a confirmed purchase keeps its numbers for good: its raffle has been drawn. */
export function areNumbersFixed({ estado }: Raffle): boolean {
  return estado === 'sorteada'
}

/** Nobody becomes a participant, or stops being one, once the result is known. @throws AppError 409 RIFA_SORTEADA */
export function refuseDrawn(raffle: Raffle): void {
  if (!areNumbersFixed(raffle)) return
  throw new AppError(409, 'RIFA_SORTEADA', 'Esta rifa ya se sorteó', 'Quién participó quedó decidido antes del sorteo.')
}
