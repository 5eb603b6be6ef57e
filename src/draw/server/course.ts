import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { type Followed, type Frozen, followRule } from '../follow-rule.ts'
import { readStep, type Step } from '../steps.ts'
import { readRound } from './known-rounds.ts'
import { keptTickets } from './list/kept-tickets.ts'
import { sha256 } from './sha256.ts'
import { findList, findRule, listStepRows, ruleOf, type StepRow } from './store.ts'

/** The draw of a raffle whose list is frozen, as far as it has come. */
export interface Course extends Followed {
  frozen: Frozen
  rows: readonly StepRow[]
  steps: readonly Step[]
}

/** From memory until something of it changes; null before the list is frozen. */
export function readCourse(ctx: Ctx, id: number): Promise<Course | null> {
  return ctx.snapshots.get(`rifa:${id}:pasos`, async () => ({ value: await followKept(ctx.db.read, id) }))
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

/** @throws Error for a text that is no step: it was written here. */
export function stepOf({ texto }: Pick<StepRow, 'texto'>): Step {
  const step = readStep(texto)
  if (!step) throw new Error('a step that was kept cannot be read')
  return step
}

/** Whether anything was drawn: from then on nothing is postponed. */
export function hasBegun({ steps }: Pick<Course, 'steps'>): boolean {
  return steps.some(({ tipo }) => tipo !== 'aplazado')
}
