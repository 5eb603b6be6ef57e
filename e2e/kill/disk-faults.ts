import { tmpdir } from 'node:os'
import type { PostgresServer } from '#platform/server/testing/postgres.ts'
import { badStorageMissing, createBadStorage } from './bad-storage.ts'
import { thenCleanUp } from './clean-up.ts'
import { BOTH, befall, type Fault, type Trial } from './fault.ts'
import { postgresMissing, withEngine, withPostgres } from './own-postgres.ts'
import type { SellingShop, Verdict } from './selling-shop.ts'
import { createSmallDisk, LARGER, mounts, ON_LARGER, type SmallDisk } from './small-disk.ts'

/** A shop whose data folder is on a small disk. */
function onDisk(trial: Trial, fault: (shop: SellingShop, disk: SmallDisk) => Promise<void>): Promise<Verdict> {
  return withEngine(trial, async (postgresUrl) => {
    const disk = createSmallDisk()
    return thenCleanUp(
      () => befall(trial, { postgresUrl, place: disk.folder }, (shop) => fault(shop, disk)),
      disk.remove,
    )
  })
}

/** Ends the server in good order, whatever its disk says. */
async function stops(shop: SellingShop): Promise<void> {
  const code = await shop.product.stop()
  if (code !== 0) shop.ledger.failures.push(`stopped with ${code}: ${shop.product.output().slice(-500)}`)
}

/** It fills while it sells, gets room, fills again, and is full when the server is asked to end. */
function filling(trial: Trial): Promise<Verdict> {
  return onDisk(trial, async (shop, disk) => {
    await shop.during(async () => {
      for (let time = 0; time < trial.times; time++) {
        await shop.sells()
        disk.fill()
        await shop.turnsAway()
        await shop.answersReaders()
        disk.makeRoom()
      }
      await shop.sells()
      disk.fill()
      await shop.turnsAway()
    })
    await stops(shop)
    disk.makeRoom()
    await shop.restart()
  })
}

/**
 * One disk for PostgreSQL and the data folder, as on a machine that has both. It becomes read-only, or is full; the server ends, the
 * disk is repaired, and both start again. Where no disk can be broken it is full each time.
 */
async function failingUnderDatabase(trial: Trial): Promise<Verdict> {
  const disk = createSmallDisk(LARGER)
  const on = (server: PostgresServer) =>
    befall(trial, { postgresUrl: server.url, place: disk.folder }, async (shop) => {
      for (let time = 0; time < trial.times; time++) {
        const broken = disk.kind === 'ext4' && time % 2 === 0
        await shop.during(async () => {
          await shop.sells()
          if (broken) disk.fail()
          else disk.fill()
          await shop.turnsAway()
        })
        await stops(shop)
        await server.crash()
        if (broken) await disk.startAgain()
        else disk.makeRoom()
        await server.start()
        await shop.restart()
      }
    })
  return thenCleanUp(() => withPostgres(trial, on, { place: disk.folder, settings: ON_LARGER }), disk.remove)
}

/** A shop whose storage can be made bad. */
function onBadStorage(
  trial: Trial,
  fault: (shop: SellingShop, storage: ReturnType<typeof createBadStorage>) => Promise<void>,
): Promise<Verdict> {
  return withEngine(trial, async (postgresUrl) => {
    const storage = createBadStorage(tmpdir())
    return thenCleanUp(
      () => befall(trial, { postgresUrl, env: storage.env }, (shop) => fault(shop, storage)),
      storage.remove,
    )
  })
}

/**
 * Each call that writes is refused, as by a disk that lets nobody write any more. The kernel's own error is not used for SQLite: ext4 that
 * gives up its journal says "flushed", for some milliseconds, of what it does not keep (docs/decisions/001-two-engines.md).
 */
function becomingReadOnly(trial: Trial): Promise<Verdict> {
  return onBadStorage(trial, async (shop, storage) => {
    for (let time = 0; time < trial.times; time++) {
      await shop.during(async () => {
        await shop.sells()
        storage.be('readonly')
        await shop.turnsAway()
        await shop.answersReaders()
      })
      await stops(shop)
      storage.be('well')
      await shop.restart()
    }
  })
}

/** Each flush takes 300 ms; then the server is killed, and the flushes with it. */
function flushingSlowly(trial: Trial): Promise<Verdict> {
  return onBadStorage(trial, async (shop, storage) => {
    for (let time = 0; time < trial.times; time++) {
      await shop.during(async () => {
        storage.be({ flushTakes: 300 })
        await shop.sells()
        await shop.product.kill()
      })
      storage.be('well')
      await shop.restart()
    }
  })
}

const noDisk = mounts.tmpfs ? null : 'needs root and the right to mount'

export const diskFaults: Fault[] = [
  {
    name: 'full-disk',
    title: 'the disk is full, in mid-load and when it ends',
    engines: BOTH,
    missing: noDisk,
    few: 1,
    many: 20,
    run: filling,
  },
  {
    name: 'read-only',
    title: 'the disk becomes read-only in mid-load and is so when it ends',
    engines: BOTH,
    missing: badStorageMissing,
    few: 1,
    many: 20,
    run: becomingReadOnly,
  },
  {
    name: 'database-disk',
    title: 'the disk under PostgreSQL and its folder fails',
    engines: ['PostgreSQL'],
    missing: noDisk ?? postgresMissing,
    few: 2,
    many: 20,
    run: failingUnderDatabase,
  },
  {
    name: 'slow-disk',
    title: 'each flush takes 300 ms, and it is killed',
    engines: BOTH,
    missing: badStorageMissing,
    few: 1,
    many: 20,
    run: flushingSlowly,
  },
]
