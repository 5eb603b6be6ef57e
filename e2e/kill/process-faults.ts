import { setTimeout as sleep } from 'node:timers/promises'
import { BOTH, befall, type Fault, type Trial } from './fault.ts'
import { withEngine } from './own-postgres.ts'
import type { Verdict } from './selling-shop.ts'

/** Nothing is lost where nothing was acknowledged: what each round must have, on average. */
const ENOUGH = { bought: 10, approved: 1 }

/**
 * The server is ended by kill -9 under load, again and again on the same data.
 * @param script another server than ours, for a control.
 */
export function killing(trial: Trial, script?: string): Promise<Verdict> {
  return withEngine(trial, (postgresUrl) =>
    befall(trial, { postgresUrl, script }, async (shop, chance) => {
      const { bought, approved } = shop.ledger
      for (let round = 1; round <= trial.times; round++) {
        await shop.during(async () => {
          await sleep(chance.below(600))
          // Every other round ends whatever was done in it, also at its very beginning; the others make up for it.
          while (round % 2 === 0 && (bought.size < round * ENOUGH.bought || approved.size < round * ENOUGH.approved))
            await shop.sells(1)
          await shop.product.kill()
        })
        // The control's own server has no pages, and what it wrote is looked at by ours.
        await shop.restart(round < trial.times)
      }
    }),
  )
}

export const processFaults: Fault[] = [
  {
    name: 'kill',
    title: 'kill -9 under load',
    engines: BOTH,
    missing: null,
    few: 2,
    many: 200,
    run: (trial) => killing(trial),
  },
]
