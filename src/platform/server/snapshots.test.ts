import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Db } from './db/database.ts'
import type { SchemaStep } from './db/migrate.ts'
import { createSnapshots, type Snapshots } from './snapshots.ts'
import { onBothEngines } from './testing/engines.ts'
import { settableClock } from './testing/settable-clock.ts'

const notes: SchemaStep = {
  name: '0001-notas',
  async up(schema, dialect) {
    await schema.schema
      .createTable('notas')
      .addColumn('texto', 'text')
      .modifyEnd(sql.raw(dialect.tableSuffix))
      .execute()
  },
}

function write(db: Db): Promise<unknown> {
  return db.write('x', (tx) => sql`insert into notas (texto) values ('x')`.execute(tx))
}

/** Counts how often the value was loaded. */
function counter(snapshots: Snapshots, freshUntil: number | null = null) {
  let loads = 0
  const get = () => snapshots.get('rifa:1:x', async () => ({ value: ++loads, freshUntil: freshUntil as never }))
  return get
}

onBothEngines('snapshots', ({ context, twin, engine }) => {
  it('drops a value when another process has committed', async () => {
    const ctx = await context({ schema: [notes] })
    const other = await twin(ctx)
    const get = counter(ctx.snapshots)
    expect(await get()).toBe(1)
    await write(other.db)
    // SQLite sees it at once; PostgreSQL's notification takes a moment to arrive.
    await expect.poll(get, { timeout: 5_000, interval: 5 }).toBe(2)
    if (engine === 'sqlite') expect(await get()).toBe(2)
  })

  it('keeps a value over commits of its own process, which says what changed', async () => {
    const ctx = await context({ schema: [notes] })
    const get = counter(ctx.snapshots)
    await get()
    await write(ctx.db)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await get()).toBe(1)
  })

  it('sees a commit from outside that this process has not yet read', async () => {
    const ctx = await context({ schema: [notes] })
    const other = await twin(ctx)
    const rows = () =>
      ctx.snapshots.get('filas', async () => {
        const found = await sql`select texto from notas`.execute(ctx.db.read)
        return { value: found.rows.length }
      })
    expect(await rows()).toBe(0)
    await write(other.db)
    await expect.poll(rows, { timeout: 5_000, interval: 5 }).toBe(1)
  })
})

const quiet = { foreignVersion: () => 1 } as Db

it('drops what a writer forgets, by the beginning of its key', async () => {
  const snapshots = createSnapshots(quiet, settableClock(0))
  const get = counter(snapshots)
  expect(await get()).toBe(1)
  expect(await get()).toBe(1)
  snapshots.forget('rifa:2')
  expect(await get()).toBe(1)
  snapshots.forget('rifa:1')
  expect(await get()).toBe(2)
})

it('drops a value at the instant that it carries', async () => {
  const clock = settableClock(1_000)
  const get = counter(createSnapshots(quiet, clock), 2_000)
  expect(await get()).toBe(1)
  clock.set(1_999)
  expect(await get()).toBe(1)
  clock.set(2_000)
  expect(await get()).toBe(2)
})

it('loads once for requests that miss together', async () => {
  const get = counter(createSnapshots(quiet, settableClock(0)))
  expect(await Promise.all([get(), get(), get()])).toEqual([1, 1, 1])
})

it('does not keep what was being read while something changed', async () => {
  const snapshots = createSnapshots(quiet, settableClock(0))
  let stored = 'old'
  let finish: () => void = () => {}
  const first = snapshots.get('rifa:1', async () => {
    const value = stored
    await new Promise<void>((resolve) => {
      finish = resolve
    })
    return { value }
  })
  stored = 'new'
  snapshots.forget('rifa:1')
  const second = await snapshots.get('rifa:1', async () => ({ value: stored }))
  finish()
  await first
  expect(second).toBe('new')
  expect(await snapshots.get('rifa:1', async () => ({ value: 'loaded again' }))).toBe('new')
})

it('does not keep a failure', async () => {
  const snapshots = createSnapshots(quiet, settableClock(0))
  await expect(snapshots.get('x', () => Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect(await snapshots.get('x', async () => ({ value: 'up' }))).toBe('up')
})
