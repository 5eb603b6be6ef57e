import { after, type Instant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/database.ts'
import { describeFailure } from '#platform/server/log.ts'
import { noteRound } from '#platform/server/vitals.ts'
import { fetchRates } from './fetch-rate.ts'

const EVERY = 30 * 60_000
/** So that installations do not ask a free public source all in the same second. */
const SPREAD = 5 * 60_000

export interface RateWatch {
  /** Gives up what is under way and asks no more. */
  stop(): Promise<void>
}

const rounds = new WeakMap<Db, Instant>()

/** When this process asks the source next; null when it does not. */
export function nextRound(ctx: Ctx): Instant | null {
  return rounds.get(ctx.db) ?? null
}

/** Asks for the rates now and about every half hour. Without RATE_SOURCE_URL it does nothing at all. */
export function watchRates(ctx: Ctx): RateWatch {
  if (ctx.config.rateSourceUrl === null) return { async stop() {} }
  const end = new AbortController()
  let timer: NodeJS.Timeout | undefined

  async function round(): Promise<void> {
    try {
      await noteRound(ctx.vitals, 'asking for rates', EVERY + SPREAD, () => fetchRates(ctx, { stop: end.signal }))
    } catch (error) {
      ctx.log.error({ failure: describeFailure(error) }, 'rate round failed')
    }
    if (end.signal.aborted) return
    const pause = EVERY + ctx.random.below(SPREAD)
    rounds.set(ctx.db, after(ctx.clock.now(), pause))
    timer = setTimeout(() => {
      running = round()
    }, pause)
  }

  let running = round()
  return {
    async stop() {
      end.abort()
      clearTimeout(timer)
      rounds.delete(ctx.db)
      await running
    },
  }
}
