import type { RaffleState } from '../contract.ts'
import { STATE_NAMES } from '../raffle-moves.ts'

/** Dashed while nobody sees it, full while it is sold, half in a pause, ringed when it is over: distinct without colour. */
const SHAPES: Record<RaffleState, string> = {
  borrador: 'mark-dashed',
  publicada: 'mark-full',
  pausada: 'mark-half',
  cerrada: 'mark-ring',
  sorteada: 'mark-square',
}

export function RaffleStateMark({ estado }: { estado: RaffleState }) {
  return (
    <span className="bright gap-2 whole inline">
      <span className={`raffle-mark ${SHAPES[estado]}`} aria-hidden="true" />
      {STATE_NAMES[estado]}
    </span>
  )
}
