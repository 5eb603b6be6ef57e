import { badStorageMissing, createBadStorage } from './bad-storage.ts'
import { BOTH, befall, type Fault, type Trial } from './fault.ts'
import { withEngine, withPostgres } from './own-postgres.ts'
import type { SellingShop, Verdict } from './selling-shop.ts'
import { createSmallDisk, LARGER, mounts, ON_LARGER } from './small-disk.ts'

/** What a control leaves out: a server that flushes nothing, or a database that answers before its log is flushed. */
interface Careless {
  script?: string
  settings?: string[]
}

/**
 * The power goes in mid-load: what the file system had not handed to its device is gone, of the data folder and of PostgreSQL
 * alike, and everything starts again from what is left. It proves that we, SQLite and PostgreSQL flush what we acknowledge and
 * in the right order; it does not prove that a drive keeps what it was told to flush.
 */
export async function losingPower(trial: Trial, { script, settings = [] }: Careless = {}): Promise<Verdict> {
  if (!mounts.ext4) return losingWhatWasNotFlushed(trial, script)
  const onPostgres = trial.engine === 'PostgreSQL'
  const disk = createSmallDisk(onPostgres ? LARGER : undefined)
  try {
    const run = (postgresUrl: string | null, restart: () => Promise<void>) =>
      befall(trial, { postgresUrl, place: disk.folder, script }, async (shop, chance) => {
        for (let time = 1; time <= trial.times; time++) {
          await shop.during(async () => {
            await shop.sells(2 + chance.below(20))
            disk.losePower()
          })
          await shop.product.kill()
          await restart()
          await shop.restart(time < trial.times)
        }
      })
    if (!onPostgres) return await run(null, async () => disk.startAgain())
    const ofItsOwn = { place: disk.folder, settings: [...ON_LARGER, ...settings] }
    return await withPostgres(
      trial,
      (server) =>
        run(server.url, async () => {
          await server.crash()
          disk.startAgain()
          await server.start()
        }),
      ofItsOwn,
    )
  } finally {
    disk.remove()
  }
}

/**
 * Where nothing can be mounted: the server is killed, and its folder has what it had flushed and nothing else. PostgreSQL is killed
 * with it, and its files stay.
 */
export function losingWhatWasNotFlushed(trial: Trial, script?: string): Promise<Verdict> {
  return withEngine(trial, (postgresUrl) => {
    const storage: { now?: ReturnType<typeof createBadStorage> } = {}
    const start = async (shop: SellingShop, same: boolean) => {
      storage.now?.takeForFlushed()
      await shop.restart(same)
    }
    return befall(trial, { postgresUrl, script }, async (shop, chance) => {
      await shop.product.kill()
      storage.now = createBadStorage(shop.env['DATA_DIR'] ?? '')
      Object.assign(shop.env, storage.now.env)
      await start(shop, true)
      for (let time = 1; time <= trial.times; time++) {
        await shop.during(async () => {
          await shop.sells(2 + chance.below(20))
          await shop.product.kill()
        })
        storage.now.losePower()
        await start(shop, time < trial.times)
      }
    }).finally(() => storage.now?.remove())
  })
}

export const powerFault: Fault = {
  name: 'power',
  title: 'the power goes',
  engines: BOTH,
  missing: mounts.ext4 ? null : badStorageMissing,
  few: 2,
  many: 50,
  run: (trial) => losingPower(trial),
}
