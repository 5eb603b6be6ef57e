import type { Told } from '../movement.ts'
import { type Confirmation, changesOf } from './confirm-movement.ts'
import { KnownIndex } from './known-index.ts'
import type { Known } from './same-movement.ts'
import type { StoredSighting } from './schema.ts'

/** Rows of one part, and those of one amount that a part may have. */
const [TOGETHER, MOST] = [500, 1_000]

/**
 * The rows of a list as they are recorded, some hundreds together. Those of one amount are in one part, so that none takes the movement that a
 * later one names. Of more than a part may have, those with a number and a payer come first, and those with neither last.
 */
export function* inParts<Row extends Omit<Told, 'dia' | 'en' | 'moneda'>>(rows: Row[]): Generator<Row[]> {
  const said = (row: Row) =>
    Number(row.referencia.length > 5) + Number(row.telefono_origen + row.documento_origen !== '')
  const sorted = rows.length > TOGETHER ? rows.toSorted((a, b) => a.centimos - b.centimos || said(b) - said(a)) : rows
  for (let at = 0, end = 0; at < rows.length; at = end) {
    const beyond = sorted[at + TOGETHER]
    const isOfIt = ({ centimos }: Row) => centimos === beyond?.centimos
    const first = sorted.findIndex(isOfIt)
    end =
      beyond === undefined ? rows.length : first > at ? first : Math.min(at + MOST, 1 + sorted.findLastIndex(isOfIt))
    yield sorted.slice(at, end)
  }
}

/** What a part becomes, which is not written. */
export interface Sorted {
  rows: Known[]
  witnessed: StoredSighting[]
  confirmed: Confirmation[]
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
  readonly rows = new KnownIndex()

  add({ rows, witnessed, confirmed }: Sorted, house: string): void {
    for (const { id_banco } of witnessed) this.names.add(id_banco)
    for (const one of confirmed) this.mates.set(one.mate.id, { ...one.mate, ...changesOf(one, 'extracto') })
    for (const row of rows) this.rows.keep(row, house)
  }
}
