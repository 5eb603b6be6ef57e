import type { Movement, Told } from '../../../movement.ts'
import { SourceFailure, type Unread } from '../sources/pull-adapter.ts'

/** So many rows may be odd; when more are, and most, it is the bank that has begun to write otherwise. */
const ODD = 10

/** A row that was read, with its name. */
export interface NamedRow extends Movement {
  /** The bank's own name for it, or all of its text. */
  nombre: string
}

/** A row that only a person can judge, such as money of another currency: that is no other way of writing. */
export interface ForPerson {
  motivo: string
}

/**
 * Reads rows one by one, so that an unreadable one keeps no other back. Rows of one name are told apart by their
 * place among them: a bank that shows a payment twice is believed.
 * @param read null for a row that cannot be read.
 * @throws SourceFailure where most of many rows cannot be read.
 */
export function readRows(
  rows: readonly unknown[],
  read: (row: unknown) => NamedRow | ForPerson | null,
): { movimientos: Told[]; ilegibles: Unread[] } {
  const movimientos: Told[] = []
  const ilegibles: Unread[] = []
  const places = new Map<string, number>()
  let odd = 0
  for (const row of rows) {
    const one = read(row)
    if (one === null || 'motivo' in one) {
      if (one === null) odd++
      const motivo = one?.motivo ?? 'Un renglón que el banco escribió de otra forma.'
      ilegibles.push({ cuerpo: JSON.stringify(row), motivo })
      continue
    }
    const { nombre, ...movement } = one
    const place = (places.get(nombre) ?? 0) + 1
    places.set(nombre, place)
    const id_banco = place === 1 ? nombre : `${nombre} ${place}`
    movimientos.push({ ...movement, id_banco, crudo: JSON.stringify(row) })
  }
  if (odd > ODD && odd > movimientos.length) throw new SourceFailure('ilegible', 'otra forma')
  return { movimientos, ilegibles }
}
