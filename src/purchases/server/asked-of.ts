import type { HistoryLine } from '#journal/server/read-history.ts'
import { type AskedFor, askedFor } from '../contract.ts'
import type { Purchase } from './store.ts'

/** Deeds that reject. */
const REJECTED = new Set(['compra rechazada', 'compra rechazada por falsa', 'compra fuera de la lista'])

/** What the rejection in force asked its buyer to correct, as the journal has it; null where the payment was refused. */
export function askedOf({ estado }: Purchase, history: readonly HistoryLine[]): AskedFor | null {
  if (estado !== 'rechazado') return null
  return askedFor.safeParse(history.findLast(({ accion }) => REJECTED.has(accion))?.datos['pide']).data ?? null
}
