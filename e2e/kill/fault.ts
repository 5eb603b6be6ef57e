import type { Randomness } from '#platform/server/random.ts'
import type { PostgresServer } from '#platform/server/testing/postgres.ts'
import { seededRandom } from '#platform/server/testing/seeded-random.ts'
import { createInstallation, type Installation } from '../support/product.ts'
import { thenCleanUp } from './clean-up.ts'
import { SellingShop, type Verdict } from './selling-shop.ts'

export type Engine = 'SQLite' | 'PostgreSQL'

/** One run of a fault. */
export interface Trial {
  engine: Engine
  seed: number
  /** How often it befalls the shop. */
  times: number
  /** One that nobody else uses meanwhile, and that runs when the trial ends; without it the trial starts its own. */
  postgres?: PostgresServer
  /** One that faults have befallen before, where this one needs no place, storage or line to its database of its own. */
  shop?: SellingShop
}

export interface Fault {
  /** On the command line. */
  name: string
  /** The fault, as the end of a sentence. */
  title: string
  engines: readonly Engine[]
  /** Why this machine cannot do it, or null. */
  missing: string | null
  /** How often in `npm test` and in `npm run kill`. */
  few: number
  many: number
  run(trial: Trial): Promise<Verdict>
}

export const BOTH: readonly Engine[] = ['SQLite', 'PostgreSQL']

interface Options {
  /** Server for the database; null for SQLite. */
  postgresUrl: string | null
  /** Folder in which the data folder is made. */
  place?: string
  env?: Record<string, string>
  /** Another server than ours, for a control. */
  script?: string | undefined
  /** Another address of the database, such as through a line that fails. */
  through?: (url: string) => string
}

/** A shop of its own or the trial's, something that befalls it, and what is found after. Nothing of its own stays, even after a failure. */
export async function befall(
  { seed, shop: used }: Trial,
  { postgresUrl, place, env = {}, script, through = (url) => url }: Options,
  fault: (shop: SellingShop, chance: Randomness) => Promise<void>,
): Promise<Verdict> {
  const chance = seededRandom(seed + 1)
  if (used) {
    await fault(used, chance)
    used.address = used.product.address
    return used.verify()
  }
  const installation: Installation = await createInstallation(postgresUrl, place)
  const url = installation.env['DATABASE_URL']
  const database = url === undefined ? {} : { DATABASE_URL: through(url) }
  let shop: SellingShop | undefined
  return thenCleanUp(
    async () => {
      shop = await SellingShop.open({ ...installation.env, ...database, ...env }, seed, script)
      await fault(shop, chance)
      return shop.verify()
    },
    () => shop?.product.kill(),
    () => installation.remove(),
  )
}
