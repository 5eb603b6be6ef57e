import type { Ctx } from '#platform/server/context.ts'
import type { Job } from '#platform/server/jobs/start-jobs.ts'
import { fetchRates } from './fetch-rate.ts'

const EVERY = 30 * 60_000
/** So that installations do not call a free public source all in the same second. */
const SPREAD = 5 * 60_000

export const RATES_JOB = 'pedir la tasa'

/** Fetches the rates about every half hour, and when another source is set. Without a source nothing is requested. */
export function ratesJob(ctx: Ctx): Job {
  return {
    nombre: RATES_JOB,
    every: EVERY + ctx.random.below(SPREAD),
    on: ({ tables }) => tables.has('settings'),
    does: (stop) => fetchRates(ctx, { stop }),
  }
}
