import { setImmediate } from 'node:timers/promises'
import type { Instant } from '#platform/clock.ts'
import { refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { type Followed, type Frozen, followRule } from '../follow-rule.ts'
import type { Ticket, Tickets } from '../list.ts'
import { BrokenRule, readStep, type Step } from '../steps.ts'
import { readRound } from './known-rounds.ts'
import { PAGE } from './list/compose-list.ts'
import { sha256 } from './sha256.ts'
import { findList, findPiece, findRule, listStepRows, ruleOf, type StepRow } from './store.ts'

/** The draw of a raffle whose list is frozen, as far as it has come. */
export interface Course extends Followed {
  frozen: Frozen
  rows: readonly StepRow[]
  steps: readonly Step[]
}

/** From memory until something of it changes; null before the list is frozen. @throws AppError 500 SORTEO_ALTERADO */
export async function readCourse(ctx: Ctx, id: number): Promise<Course | null> {
  const { course, altered } = await readKept(ctx, id)
  if (altered) throw refusal('SORTEO_ALTERADO')
  return course
}

interface Kept {
  course: Course | null
  altered: boolean
}

/** The same, for readers that must show a draw in any case: `altered`, and without a course, if the stored steps do not follow the rule. */
export function readKept(ctx: Ctx, id: number): Promise<Kept> {
  return ctx.snapshots.get<Kept>(`rifa:${id}:pasos`, async () => {
    try {
      return { value: { course: await followKept(ctx.db.read, id), altered: false } }
    } catch (error) {
      if (!(error instanceof BrokenRule)) throw error
      return { value: { course: null, altered: true } }
    }
  })
}

/**
 * Follows the rule through the steps that are kept, and one more.
 * @returns null before the list is frozen. @throws BrokenRule where the rule does not allow it.
 */
export async function followKept(sql: Sql, id: number, next?: Step): Promise<Course | null> {
  const [row, list] = [await findRule(sql, id), await findList(sql, id)]
  if (!row || !list) return null
  const rows = await listStepRows(sql, id)
  const frozen = {
    rule: ruleOf(row),
    closed: list.cierre,
    tickets: keptTickets(sql, id, list.cuenta),
    list: list.sha256,
  }
  const steps = [...rows.map(stepOf), ...(next ? [next] : [])]
  return { frozen, rows, steps, ...(await followRule(frozen, steps, sha256, readRound)) }
}

/** @throws BrokenRule for a text that is no step. */
export function stepOf({ texto }: Pick<StepRow, 'texto'>): Step {
  const step = readStep(texto)
  if (!step) throw new BrokenRule('un paso no se entiende')
  return step
}

/** Since when a prize waits for that instant: a round may be older than its turn. */
export function waitsSince({ rows }: Pick<Course, 'rows'>, en: Instant): Instant {
  return Math.max(en, rows.at(-1)?.en ?? en) as Instant
}

/** Whether anything was drawn: from then on nothing is postponed. */
export function hasBegun({ steps }: Pick<Course, 'steps'>): boolean {
  return steps.some(({ tipo }) => tipo !== 'aplazado')
}

/**
 * A frozen list in the database, read as a draw needs it: a few pieces of a million numbers, and all of them only if a person may win just once.
 * @param count of its numbers.
 */
export function keptTickets(sql: Sql, rifaId: number, count: number, perPage = PAGE): Tickets {
  const pages = Math.ceil(count / perPage)
  async function page(at: number): Promise<string> {
    // The list's first line comes before the first page.
    const texto = await findPiece(sql, rifaId, at + 1)
    if (texto === null) throw new Error('a frozen list is shorter than it says')
    // The embedded database answers immediately, and others want to be served too.
    await setImmediate()
    return texto
  }
  return {
    count,
    async at(place): Promise<Ticket> {
      const line = (await page(Math.floor(place / perPage))).split('\n')[place % perPage]
      const [numero = '', codigo = ''] = line?.split(',') ?? []
      return { numero, codigo }
    },
    async placeOf(numero) {
      // The last page that does not begin after it: each number has as many digits, so that their texts compare as they do.
      let [from, to] = [0, pages - 1]
      while (from < to) {
        const middle = Math.ceil((from + to) / 2)
        if ((await page(middle)).slice(0, numero.length) > numero) to = middle - 1
        else from = middle
      }
      const lines = pages === 0 ? [] : (await page(from)).split('\n')
      const place = lines.findIndex((line) => line.startsWith(`${numero},`))
      return place < 0 ? null : from * perPage + place
    },
    async placesOf(codigo) {
      const places: number[] = []
      for (let at = 0; at < pages; at++) {
        const texto = await page(at)
        if (!texto.includes(`,${codigo}\n`)) continue
        for (const [place, line] of texto.split('\n').entries()) {
          if (line.endsWith(`,${codigo}`)) places.push(at * perPage + place)
        }
      }
      return places
    },
  }
}
