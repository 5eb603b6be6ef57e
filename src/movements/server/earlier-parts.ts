import { addDays, type CalendarDate } from '#platform/clock.ts'
import type { Told } from '../movement.ts'
import type { Confirmation } from './confirm-movement.ts'
import { type Known, nearKey } from './same-movement.ts'
import type { StoredMovement } from './schema.ts'

/** Rows that earlier parts of an unwritten telling would have left. */
export class EarlierParts {
  readonly #names = new Set<string>()
  readonly #mates = new Set<number>()
  readonly #rows = new Map<string, Known[]>()

  /** @param confirmed of stored movements. */
  add(part: {
    rows: readonly StoredMovement[]
    witnessed: readonly { id_banco: string }[]
    confirmed: readonly Pick<Confirmation, 'mate' | 'mine'>[]
  }): void {
    for (const { id_banco } of part.witnessed) this.#names.add(id_banco)
    for (const { mate } of part.confirmed) this.#mates.add(mate.id)
    // Also what it says of those that are kept.
    for (const row of [...part.rows, ...part.confirmed.map(({ mate, mine }) => ({ ...mate, ...mine }))]) {
      this.#rows.getOrInsertComputed(dayKey(row, row.dia), () => []).push({ ...row, told: true })
    }
  }

  has(name: string): boolean {
    return this.#names.has(name)
  }

  /** Those that are kept, as they would be, and those of its amount, a day around it, that would have come. */
  beside(told: Told, kept: readonly Known[]): Known[] {
    for (const one of kept) one.told ||= this.#mates.has(one.id)
    return [...kept, ...[-1, 0, 1].flatMap((days) => this.#rows.get(dayKey(told, addDays(told.dia, days))) ?? [])]
  }
}

const dayKey = (one: Pick<Told, 'sentido' | 'centimos'>, dia: CalendarDate) => `${nearKey(one)} ${dia}`
