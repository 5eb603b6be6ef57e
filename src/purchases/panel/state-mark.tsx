import type { AskedFor, PurchaseState } from '../contract.ts'
import { stateName } from '../state-names.ts'
import './purchases.css'

/** Half a circle: waiting; full circle: confirmed; octagon: refused; crossed ring: annulled. Told apart without colour. */
const DRAWINGS: Record<PurchaseState, { edge: string; mark: string; full?: boolean }> = {
  'en revision': { edge: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2Z', mark: 'M8 4.600a3.400 3.400 0 0 1 0 6.800Z' },
  confirmado: { edge: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2Z', mark: 'm5.300 8.200 1.900 1.900 3.600-4', full: true },
  rechazado: { edge: 'M5.500 2h5L14 5.500v5L10.500 14h-5L2 10.500v-5Z', mark: 'm6 6 4 4M10 6l-4 4', full: true },
  anulado: { edge: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2Z', mark: 'm4 12 8-8' },
}

/** State of a purchase: shape, colour and word. */
export function StateMark({ state, pide }: { state: PurchaseState; pide?: AskedFor | null | undefined }) {
  // A purchase whose buyer was asked for a correction waits for it.
  const shown = pide ? 'en revision' : state
  const { edge, mark, full } = DRAWINGS[shown]
  return (
    <span className={`estado inline estado-${shown.replace('en ', '')}`}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={edge} className={full ? 'estado-full' : 'estado-edge'} />
        <path d={mark} className={full ? 'estado-cut' : shown === 'en revision' ? 'estado-half' : 'estado-edge'} />
      </svg>
      {stateName({ estado: state, pide })}
    </span>
  )
}
