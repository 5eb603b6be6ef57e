import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WalFlush } from './wal-flush.ts'
import { WalRestarts } from './wal-restarts.ts'

const GROWTH = 20
/** A row that takes a page, and the one that names it. */
const ROW = 'x'.repeat(4_000)

let folder: string
let file: string
let writer: DatabaseSync
let flush: WalFlush
let restarts: WalRestarts
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tombola-restarts-'))
  file = join(folder, 'database')
  flush = new WalFlush(folder, file, `${file}-wal`)
  writer = connect()
  writer.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 0; create table notas (texto text) strict')
  restarts = new WalRestarts(file, flush, () => log().frames, GROWTH)
})
afterEach(async () => {
  await restarts.close()
  writer.close()
  await flush.close()
  rmSync(folder, { recursive: true, force: true })
})

const connect = () => new DatabaseSync(file, { timeout: 5_000 })

function log(): { frames: number; copied: number } {
  const { log, checkpointed } = writer.prepare('pragma wal_checkpoint(noop)').get() as Record<string, number>
  return { frames: log ?? 0, copied: checkpointed ?? 0 }
}

async function write(): Promise<void> {
  await restarts.beforeWriting()
  writer.prepare('insert into notas values (?)').run(ROW)
  flush.afterCommit()
}

/** Writes until it is as it should be. */
const writeUntil = (so: () => boolean) =>
  expect
    .poll(
      async () => {
        await write()
        return so()
      },
      { interval: 1 },
    )
    .toBe(true)

const rows = () => writer.prepare('select count(*) as n from notas').get()?.['n']

test('a log that has grown begins anew, and again', async () => {
  let written = 0
  for (let round = 0; round < 3; round++) {
    let highest = 0
    await writeUntil(() => {
      written++
      const { frames } = log()
      const began = frames < highest
      highest = frames
      return began
    })
  }
  expect(rows()).toBe(written)
})

test('who writes when all is copied finds a log that goes on: the thread alone begins it anew', async () => {
  for (let time = 0; time <= GROWTH; time++) await write()
  await expect.poll(() => log().copied).toBe(log().frames)
  const { frames } = log()
  writer.prepare('insert into notas values (?)').run(ROW)
  expect(log().frames).toBeGreaterThan(frames)
})

test('while somebody reads from it, it only grows; once he has ended it begins anew', async () => {
  const reader = connect()
  await write()
  reader.exec('begin; select * from notas')
  await writeUntil(() => log().frames > 5 * GROWTH)
  expect(log().copied).toBeLessThan(10)
  expect(reader.prepare('select count(*) as n from notas').get()?.['n']).toBe(1)
  reader.close()
  await writeUntil(() => log().frames < GROWTH)
})

test('what cannot be copied keeps nobody from writing', async () => {
  restarts = new WalRestarts(join(folder, 'gone', 'database'), flush, () => log().frames, GROWTH)
  await writeUntil(() => log().frames > 5 * GROWTH)
  expect(log().copied).toBe(0)
})

test('a log in doubt is not copied', async () => {
  await write()
  const broken = new WalFlush(folder, file, join(folder, 'gone'))
  broken.afterCommit()
  await expect(broken.durable()).rejects.toThrow(/ENOENT/)
  restarts = new WalRestarts(file, broken, () => log().frames, 1)
  for (let time = 0; time < 20; time++) await write()
  await restarts.close()
  expect(log().copied).toBe(0)
})
