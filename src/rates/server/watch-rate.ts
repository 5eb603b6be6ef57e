import type { Ctx } from '#platform/server/context.ts'
import { describeFailure } from '#platform/server/log.ts'
import { fetchRates } from './fetch-rate.ts'

const EVERY = 30 * 60_000
/** So that installations do not ask a free public source all in the same second. */
const SPREAD = 5 * 60_000

export interface RateWatch {
  /** Gives up what is under way and asks no more. */
  stop(): Promise<void>
}

/** Asks for the rates now and about every half hour. Without RATE_SOURCE_URL it does nothing at all. */
export function watchRates(ctx: Ctx): RateWatch {
  if (ctx.config.rateSourceUrl === null) return { async stop() {} }
  const end = new AbortController()
  let timer: NodeJS.Timeout | undefined

  async function round(): Promise<void> {
    try {
      await fetchRates(ctx, { stop: end.signal })
    } catch (error) {
      ctx.log.error({ failure: describeFailure(error) }, 'rate round failed')
    }
    if (end.signal.aborted) return
    timer = setTimeout(() => {
      running = round()
    }, EVERY + ctx.random.below(SPREAD))
  }

  let running = round()
  return {
    async stop() {
      end.abort()
      clearTimeout(timer)
      await running
    },
  }
}
