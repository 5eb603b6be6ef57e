import type { Randomness } from '#platform/server/random.ts'
import type { PostgresServer } from '#platform/server/testing/postgres.ts'
import { type BadStorage, badStorageMissing, createBadStorage } from './bad-storage.ts'
import { thenCleanUp } from './clean-up.ts'
import { BOTH, befall, type Fault, type Trial } from './fault.ts'
import { withEngine, withPostgres } from './own-postgres.ts'
import type { SellingShop, Verdict } from './selling-shop.ts'
import { createSmallDisk, LARGER, mounts, ON_LARGER } from './small-disk.ts'

/** The step that a control leaves out: a server that flushes nothing, or a database that answers before its log is flushed. */
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
  const ofItsOwn = { place: disk.folder, settings: [...ON_LARGER, ...settings] }
  const onServer = (server: PostgresServer) =>
    run(server.url, async () => {
      await server.crash()
      await disk.startAgain()
      await server.start()
    })
  return thenCleanUp(
    () => (onPostgres ? withPostgres(trial, onServer, ofItsOwn) : run(null, disk.startAgain)),
    disk.remove,
  )
}

/**
 * Where nothing can be mounted: the server is killed, and its folder has what it had flushed and nothing else. PostgreSQL is killed
 * with it, and its files stay.
 */
export function losingWhatWasNotFlushed(trial: Trial, script?: string): Promise<Verdict> {
  return onStorageThatLoses(trial, script, async (shop, chance) => {
    await shop.sells(2 + chance.below(20))
  })
}

/**
 * The database's log cannot be written to the disk for a while, and Linux takes what it could not write for written. Then it can again, and
 * the shop sells; the server is killed, or ends in good order, in such a time or after it.
 */
function failingToFlush(trial: Trial): Promise<Verdict> {
  return onStorageThatLoses(trial, undefined, async (shop, chance, storage) => {
    const failing = async () => {
      storage.be({ fails: '-wal' })
      await shop.turnsAway()
      await shop.answersReaders()
    }
    await shop.sells()
    await failing()
    storage.be('well')
    await shop.sells()
    const end = chance.below(3)
    if (end > 0) await failing()
    if (end > 1 && (await shop.product.stop()) !== 0) {
      shop.ledger.failures.push(`stopped otherwise: ${shop.product.output().slice(-500)}`)
    }
  })
}

/**
 * The log's flushes fail, the server is killed and started again, as a keeper does when nothing is sold, and the shop sells. Then
 * the power goes. The earlier loss is behind the new server's acknowledgements.
 * @param script another server than ours, for a control.
 */
export function startedAgainAfterFailing(trial: Trial, script?: string): Promise<Verdict> {
  const startAgain = async (shop: SellingShop, storage: BadStorage) => {
    await shop.during(async () => {
      await shop.sells()
      storage.be({ fails: '-wal' })
      await shop.turnsAway()
    })
    // Everybody has an answer: the log ends with a whole commit, which it could be read from, and which the disk does not have.
    await shop.product.kill()
    storage.be('well')
    await shop.restart()
  }
  return onStorageThatLoses(trial, script, (shop) => shop.sells(), startAgain)
}

/** Something happens while a shop sells; it is killed, and what was flushed of its folder is all that it starts from again. */
function onStorageThatLoses(
  trial: Trial,
  script: string | undefined,
  happens: (shop: SellingShop, chance: Randomness, storage: BadStorage) => Promise<unknown>,
  before: (shop: SellingShop, storage: BadStorage) => Promise<void> = async () => {},
): Promise<Verdict> {
  let storage: BadStorage | undefined
  const onEngine = (postgresUrl: string | null) =>
    befall(trial, { postgresUrl, script }, async (shop, chance) => {
      await shop.product.kill()
      const bad = createBadStorage(shop.env['DATA_DIR'] ?? '')
      storage = bad
      Object.assign(shop.env, bad.env)
      const start = async (same: boolean) => {
        bad.takeForFlushed()
        await shop.restart(same)
      }
      await start(true)
      for (let time = 1; time <= trial.times; time++) {
        await before(shop, bad)
        await shop.during(async () => {
          await happens(shop, chance, bad)
          await shop.product.kill()
        })
        bad.be('well')
        bad.losePower()
        await start(time < trial.times)
      }
    })
  return thenCleanUp(
    () => withEngine(trial, onEngine),
    () => storage?.remove(),
  )
}

export const powerFault: Fault = {
  name: 'power',
  title: 'the power goes',
  engines: BOTH,
  missing: mounts.ext4 ? null : badStorageMissing,
  few: 1,
  many: 50,
  run: (trial) => losingPower(trial),
}

export const failingStartFault: Fault = {
  name: 'failing-start',
  title: "the log's flushes fail, it is started again, and later the power goes",
  engines: ['SQLite'],
  missing: badStorageMissing,
  few: 1,
  many: 20,
  run: (trial) => startedAgainAfterFailing(trial),
}

export const failingFlushFault: Fault = {
  name: 'failing-flush',
  title: "the log's flushes fail for a while, then the power goes",
  // PostgreSQL then ends, and reads its log from its last checkpoint on.
  engines: ['SQLite'],
  missing: badStorageMissing,
  few: 2,
  many: 20,
  run: failingToFlush,
}
