import { addDays, type CalendarDate } from '#platform/clock.ts'
import type { Told } from '../movement.ts'
import type { Confirmation } from './confirm-movement.ts'
import { type Known, nearKey } from './same-movement.ts'

/** Rows of one part, and those of one amount that a part may have. */
const [TOGETHER, MOST] = [500, 1_000]

/**
 * The rows of a list as they are recorded, some hundreds together. Those of one amount are in one part, so that none takes the movement that a
 * later one names. Of more than a part may have, those with a number and a payer come first, and those with neither last.
 */
export function* inParts<Row extends Omit<Told, 'dia' | 'en' | 'moneda'>>(rows: Row[]): Generator<Row[]> {
  const said = (row: Row) =>
    Number(row.referencia.length > 5) + Number(row.telefono_origen + row.documento_origen !== '')
  const isOne = rows.length <= TOGETHER
  const sorted = isOne ? rows : rows.toSorted((a, b) => a.centimos - b.centimos || said(b) - said(a))
  for (let at = 0, end = 0; at < rows.length; at = end) {
    end = at + TOGETHER
    while (end < at + MOST && sorted[end]?.centimos === sorted[end - 1]?.centimos) end++
    yield sorted.slice(at, end)
  }
}

/** Rows that earlier parts of an unwritten telling would have left. */
export class EarlierParts {
  readonly #names = new Set<string>()
  readonly #mates = new Map<number, Known>()
  readonly #rows = new Map<string, Known[]>()

  /** @param confirmed of stored movements. */
  add(part: {
    rows: readonly Known[]
    witnessed: readonly { id_banco: string }[]
    confirmed: readonly Pick<Confirmation, 'mate'>[]
  }): void {
    for (const { id_banco } of part.witnessed) this.#names.add(id_banco)
    for (const { mate } of part.confirmed) this.#mates.set(mate.id, mate)
    for (const row of part.rows) this.#rows.getOrInsertComputed(dayKey(row, row.dia), () => []).push(row)
  }

  has(name: string): boolean {
    return this.#names.has(name)
  }

  /** The movement with what they say of it. */
  heard(id: number): Known | undefined {
    return this.#mates.get(id)
  }

  /** Those of its amount, a day around it, that would have come. */
  beside(told: Told): Known[] {
    return [-1, 0, 1].flatMap((days) => this.#rows.get(dayKey(told, addDays(told.dia, days))) ?? [])
  }
}

const dayKey = (one: Pick<Told, 'sentido' | 'centimos'>, dia: CalendarDate) => `${nearKey(one)} ${dia}`
