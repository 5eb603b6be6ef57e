import { after, type Instant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/database.ts'
import { describeFailure } from '#platform/server/log.ts'
import { settingNow } from '#platform/server/settings/settings.ts'
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

/** Asks for the rates now, about every half hour, and when another source is set. While none is, nobody is asked. */
export function watchRates(ctx: Ctx): RateWatch {
  const end = new AbortController()
  let timer: NodeJS.Timeout | undefined

  async function round(): Promise<void> {
    clearTimeout(timer)
    try {
      await noteRound(ctx.vitals, 'asking for rates', EVERY + SPREAD, () => fetchRates(ctx, { stop: end.signal }))
    } catch (error) {
      ctx.log.error({ failure: describeFailure(error) }, 'rate round failed')
    }
    if (end.signal.aborted) return
    const pause = EVERY + ctx.random.below(SPREAD)
    if (settingNow(ctx, 'tasa') === null) rounds.delete(ctx.db)
    else rounds.set(ctx.db, after(ctx.clock.now(), pause))
    timer = setTimeout(() => {
      running = round()
    }, pause)
  }

  let running = round()
  ctx.db.onCommit(({ tables }) => {
    if (tables.has('settings') && !end.signal.aborted) running = running.then(round)
  })
  return {
    async stop() {
      end.abort()
      clearTimeout(timer)
      rounds.delete(ctx.db)
      await running
    },
  }
}
