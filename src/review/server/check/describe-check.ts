import type { Check } from '../../contract.ts'
import type { Named } from './gather-evidence.ts'

/** Purchases that one check names at most. */
const NAMED = 5

export function fine(sobre: Check['sobre'], titulo: string, detalle: string): Check {
  return { sobre, nivel: 'bien', titulo, detalle, compras: [] }
}

export function warn(sobre: Check['sobre'], titulo: string, detalle: string): Check {
  return { sobre, nivel: 'aviso', titulo, detalle, compras: [] }
}

export function named(purchases: readonly Named[]): Check['compras'] {
  return purchases.slice(0, NAMED).map(({ id, codigo, estado }) => ({ id, codigo, estado }))
}
