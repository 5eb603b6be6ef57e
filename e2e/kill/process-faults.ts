import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PROOFS_FOLDER } from '#app/server/create-context.ts'
import { createInstallation, startProduct } from '../support/product.ts'
import { BOTH, befall, type Fault, type Trial } from './fault.ts'
import { withEngine } from './own-postgres.ts'
import type { SellingShop, Verdict } from './selling-shop.ts'
import { until } from './until.ts'

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

/** The server is ended by kill -9 while it makes files of those that came together, and the next one goes on with it. */
function killingUnpacker(trial: Trial): Promise<Verdict> {
  return withEngine(trial, (postgresUrl) =>
    befall(trial, { postgresUrl }, async (shop, chance) => {
      const log = join(shop.env['DATA_DIR'] ?? '', PROOFS_FOLDER, 'registro')
      const segments = () => readdirSync(log).filter((name) => !name.endsWith('.lock'))
      for (let round = 1; round <= trial.times; round++) {
        await shop.during(() => shop.sells(40))
        await until('files are made', () => segments().some((name) => name.endsWith('.tomado')))
        await sleep(chance.below(30))
        await shop.product.kill()
        // The next server takes what nobody has written to for a while.
        for (const name of segments()) utimesSync(join(log, name), 1_000, 1_000)
        await shop.restart()
        if (round % 2 === 0) await until('all have a file', () => segments().length === 0)
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
    name: 'unpacking',
    title: 'kill -9 while it makes files of those that came together',
    engines: BOTH,
    missing: null,
    few: 2,
    many: 50,
    run: killingUnpacker,
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
