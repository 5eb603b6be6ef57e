import { setTimeout as sleep } from 'node:timers/promises'
import { createInstallation, startProduct } from '../support/product.ts'
import { BOTH, befall, type Fault, type Trial } from './fault.ts'
import { withEngine } from './own-postgres.ts'
import type { SellingShop, Verdict } from './selling-shop.ts'

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

/** Starts a server that must refuse to, and say why. */
async function refuses(shop: SellingShop, env: Record<string, string>, why: RegExp): Promise<void> {
  try {
    const second = await startProduct({ ...shop.env, ...env })
    await second.kill()
    shop.ledger.failures.push(`a second server started where it must say: ${why}`)
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    if (!why.test(said)) shop.ledger.failures.push(`a second server said: ${said}`)
  }
}

/** Other servers begin beside the one that sells: on its folder, on its database, and each with another partner. */
function sharing(trial: Trial): Promise<Verdict> {
  return withEngine(trial, (postgresUrl) =>
    befall(trial, { postgresUrl }, (shop) =>
      shop.during(async () => {
        for (let time = 0; time < trial.times; time++) {
          await shop.sells()
          if (postgresUrl === null) await refuses(shop, {}, /Otro servidor ya usa la carpeta/)
          else {
            const other = await createInstallation(postgresUrl)
            try {
              const { DATA_DIR = '', DATABASE_URL = '' } = other.env
              await refuses(shop, { DATA_DIR }, /La base de datos trabaja con otra carpeta de datos/)
              await refuses(
                shop,
                { DATABASE_URL },
                /tiene comprobantes de una instalación, y esta base de datos está vacía/,
              )
            } finally {
              await other.remove()
            }
          }
        }
        await shop.sells()
      }),
    ),
  )
}

export const processFaults: Fault[] = [
  {
    name: 'kill',
    title: 'kill -9 under load',
    engines: BOTH,
    missing: null,
    few: 4,
    many: 200,
    run: (trial) => killing(trial),
  },
  {
    name: 'two-folders',
    title: 'another server starts on its folder, or on its database with another folder',
    engines: BOTH,
    missing: null,
    few: 1,
    many: 5,
    run: sharing,
  },
]
