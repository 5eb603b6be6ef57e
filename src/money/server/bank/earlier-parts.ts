import type { Trust } from '../../movement.ts'
import { type Confirmation, changesOf } from './confirm-movement.ts'
import { type Known, nearKey, originalOf } from './same-movement.ts'
import type { StoredSighting } from './schema.ts'
import type { Later } from './sightings.ts'

/** What a part becomes, which is not written. */
export interface Sorted {
  rows: Known[]
  witnessed: StoredSighting[]
  confirmed: Confirmation[]
  /** The known movements that it reports again, and names the payer of whom it had said nothing. */
  later: Later[]
  /** Ids of the known movements that are what it reports, because nobody had said anything of them. */
  adopted: number[]
  /** Ids of the known movements that it reports again. */
  beside: number[]
  repetidos: number
  crudos: Written[]
}

export interface Written {
  movimiento_id: number
  id_banco: string
  crudo: string
}

/** Rows that earlier parts of an unwritten telling would have left. */
export class EarlierParts {
  readonly names = new Set<string>()
  /** Ids of the known movements that they report again under the same name. */
  readonly here = new Set<number>()
  /** The others that they report, with what they say. */
  readonly mates = new Map<number, Known>()
  readonly rows: Known[] = []

  add({ rows, witnessed, confirmed }: Sorted, confianza: Trust): void {
    for (const { id_banco } of witnessed) this.names.add(id_banco)
    for (const one of confirmed) this.mates.set(one.mate.id, { ...one.mate, ...changesOf(one, confianza) })
    this.rows.push(...rows)
  }
}

/**
 * Marks new rows of a file whose bytes were read by other columns before, under other numbers or days: each repeats one of its amount, or a
 * payment would be there twice. So does a row of other bytes and other columns with the day and the words of one that this file has not.
 */
export function markReadAnew({ rows, confirmed, beside }: Sorted, all: Iterable<Known>): void {
  const taken = new Set<number | null>([...beside, ...confirmed.map(({ mate }) => mate.id)])
  for (const { repetida_de } of rows) taken.add(repetida_de)
  const worded = (one: Known) => `${nearKey(one)} ${one.dia} ${one.concepto}`
  const open = [...all].filter(({ id, leida }) => leida && !taken.has(id))
  const read = Map.groupBy(open, (one) => (one.leida === 'mismos' ? nearKey(one) : worded(one)))
  for (const row of rows.filter(({ repetida_de }) => repetida_de === null)) {
    const one = read.get(nearKey(row))?.shift() ?? read.get(worded(row))?.shift()
    if (one) row.repetida_de = originalOf(one)
  }
}
