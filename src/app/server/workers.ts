import { startDelivery } from '#mail/server/start-delivery.ts'
import { alertAltered } from '#payment-methods/server/alert-altered.ts'
import type { Ctx } from '#platform/server/context.ts'
import { describeFailure } from '#platform/server/log.ts'
import { sweepProofs } from '#purchases/server/sweep-proofs.ts'
import { watchRates } from '#rates/server/watch-rate.ts'
import { createProofMarker } from '#review/server/mark-proofs.ts'
import { sweepHolds } from '#tickets/server/sweep-holds.ts'

const SWEEP_HOLDS_EVERY = 5_000
const SWEEP_PROOFS_EVERY = 15 * 60_000
const MARK_PROOFS_EVERY = 3_000
const COMPARE_METHODS_EVERY = 2 * 60_000

/**
 * What runs beside the requests: mail, rates, two sweepers, the looks at new proofs and at where buyers pay.
 * @returns what stops it all.
 */
export function startWorkers(ctx: Ctx): () => Promise<void> {
  const delivery = startDelivery(ctx)
  const rates = watchRates(ctx)
  const holds = repeat(ctx, 'sweep of holds failed', SWEEP_HOLDS_EVERY, () => sweepHolds(ctx))
  const proofs = repeat(ctx, 'sweep of proofs failed', SWEEP_PROOFS_EVERY, () => sweepProofs(ctx))
  const markProofs = createProofMarker(ctx)
  const marks = repeat(ctx, 'look at new proofs failed', MARK_PROOFS_EVERY, async () => {
    await markProofs()
  })
  const methods = repeat(ctx, 'look at the payment methods failed', COMPARE_METHODS_EVERY, async () => {
    await alertAltered(ctx)
  })
  return async () => {
    await Promise.all([holds(), proofs(), marks(), methods(), rates.stop(), delivery.stop()])
  }
}

/** Does it again and again, each time after the last has ended; a failure is logged and the next time comes all the same. */
function repeat(ctx: Ctx, failure: string, pause: number, work: () => Promise<void>): () => Promise<void> {
  let stopped = false
  let wake = () => {}
  async function run(): Promise<void> {
    while (!stopped) {
      try {
        await work()
      } catch (error) {
        ctx.log.error({ failure: describeFailure(error) }, failure)
      }
      if (stopped) break
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pause)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }
  const running = run()
  return async () => {
    stopped = true
    wake()
    await running
  }
}
