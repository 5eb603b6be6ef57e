import type { Deed } from '#journal/deeds.ts'
import type { RaffleState } from './contract.ts'

interface Move {
  from: readonly RaffleState[]
  to: RaffleState
  deed: Deed
}

/** Moves of a raffle that is on sale. Publishing a draft is an operation of its own; a draw comes with the room of draws. */
export const RAFFLE_MOVES = {
  pausar: { from: ['publicada'], to: 'pausada', deed: 'rifa pausada' },
  reanudar: { from: ['pausada'], to: 'publicada', deed: 'rifa reanudada' },
  cerrar: { from: ['publicada', 'pausada'], to: 'cerrada', deed: 'rifa cerrada' },
} as const satisfies Record<string, Move>

export type RaffleMove = keyof typeof RAFFLE_MOVES

/** Raffles that may be put away: nobody is buying them. */
export const ARCHIVABLE: readonly RaffleState[] = ['borrador', 'cerrada', 'sorteada']

/** How each state is called for people. */
export const STATE_NAMES: Record<RaffleState, string> = {
  borrador: 'Borrador',
  publicada: 'En venta',
  pausada: 'En pausa',
  cerrada: 'Cerrada',
  sorteada: 'Sorteada',
}
