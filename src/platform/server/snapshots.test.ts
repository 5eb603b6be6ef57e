import type { Kysely } from 'kysely'
import { expect, it } from 'vitest'
import type { Commit, Db, Sql } from './db/database.ts'
import { restOn } from './db/noted-tables.ts'
import { creatingTables, table, text } from './db/table.ts'
import { createSnapshots, type Snapshots } from './snapshots.ts'
import { onBothEngines } from './testing/engines.ts'
import { settableClock } from './testing/settable-clock.ts'

interface Notes {
  notas: { texto: string }
  otras: { texto: string }
}
const notesOf = (sql: Sql) => sql as unknown as Kysely<Notes>

const notes = creatingTables('0001-notas', [table('notas', { texto: text() })])
const others = creatingTables('0002-otras', [table('otras', { texto: text() })])

function write(db: Db): Promise<unknown> {
  return db.write('x', (tx) => notesOf(tx).insertInto('notas').values({ texto: 'x' }).execute())
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
    let loads = 0
    const get = () =>
      ctx.snapshots.get('rifa:1:x', async () => {
        await notesOf(ctx.db.read).selectFrom('notas').selectAll().execute()
        return { value: ++loads }
      })
    expect(await get()).toBe(1)
    await write(other.db)
    // SQLite sees it immediately; PostgreSQL's notification takes a moment to arrive.
    await expect.poll(get, { interval: 5 }).toBe(2)
    if (engine === 'sqlite') expect(await get()).toBe(2)
  })

  it('keeps a value over commits of its own process that wrote nothing of its tables', async () => {
    const ctx = await context({ schema: [notes, others] })
    let loads = 0
    const get = () =>
      ctx.snapshots.get('filas', async () => {
        await notesOf(ctx.db.read).selectFrom('notas').selectAll().execute()
        return { value: ++loads }
      })
    /** Through another value, which may be in memory by then. */
    const nested = () => ctx.snapshots.get('rifa:1:filas', async () => ({ value: (await get()) + 100 }))
    expect([await get(), await nested()]).toEqual([1, 101])
    await ctx.db.write('y', (tx) => notesOf(tx).insertInto('otras').values({ texto: 'x' }).execute())
    await ctx.db.write('y', (tx) =>
      notesOf(tx).updateTable('notas').set({ texto: 'x' }).where('texto', '=', 'none').execute(),
    )
    expect([await get(), await nested()]).toEqual([1, 101])
    await ctx.db.write('y', (tx) => notesOf(tx).insertInto('notas').values({ texto: 'x' }).execute())
    expect([await get(), await nested()]).toEqual([2, 102])
    const failing = ctx.db.write('y', async (tx) => {
      await notesOf(tx).deleteFrom('notas').execute()
      throw new Error('undone')
    })
    await expect(failing).rejects.toThrow('undone')
    expect([await get(), await nested()]).toEqual([2, 102])
    await ctx.db.write('y', (tx) => notesOf(tx).deleteFrom('notas').execute())
    expect([await get(), await nested()]).toEqual([3, 103])
  })
})

/** A database whose only commits are those of the test. */
function quietDb() {
  let heard: (commit: Commit) => void = () => {}
  const db = {
    foreignVersion: () => 1,
    onCommit: (listener) => {
      heard = listener
    },
  } as Db
  return { db, commit: (lane: string, ...tables: string[]) => heard({ lane, tables: new Set(tables) }) }
}
const quiet = quietDb().db

it('a sale of another raffle drops nothing of this one; a change for everybody drops all', async () => {
  const { db, commit } = quietDb()
  const snapshots = createSnapshots(db, settableClock(0), new Set(['boletos']))
  let loads = 0
  const get = (key: string) =>
    snapshots.get(key, async () => {
      restOn(['boletos', 'tasas'])
      return { value: ++loads }
    })
  const both = async () => [await get('rifa:1:x'), await get('rifa:10:x'), await get('rifas')]
  expect(await both()).toEqual([1, 2, 3])
  commit('rifa:10', 'boletos', 'correos')
  expect(await both()).toEqual([1, 4, 5])
  commit('rifa:10', 'correos')
  commit('rifa:1')
  expect(await both()).toEqual([1, 4, 5])
  commit('rifa:1', 'tasas')
  expect(await both()).toEqual([6, 7, 8])
  commit('barrido', 'boletos')
  expect(await both()).toEqual([9, 10, 11])
})

it('keeps nothing of a missing value', async () => {
  const snapshots = createSnapshots(quiet, settableClock(0))
  let loads = 0
  const get = () => snapshots.get('rifa:404', async () => ({ value: ++loads > 2 ? loads : null }))
  expect([await get(), await get(), await get(), await get()]).toEqual([null, null, 3, 3])
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

it('does not keep a value that was being read while something of it was written, nor lets anybody join it', async () => {
  for (const table of ['notas', 'otras']) {
    const { db, commit } = quietDb()
    const snapshots = createSnapshots(db, settableClock(0))
    let stored = 'old'
    let finish: () => void = () => {}
    const first = snapshots.get('rifa:1', async () => {
      restOn(['notas'])
      const value = stored
      await new Promise<void>((resolve) => {
        finish = resolve
      })
      return { value }
    })
    stored = 'new'
    commit('x', table)
    const load = async () => {
      restOn(['notas'])
      return { value: stored }
    }
    expect(await snapshots.get('rifa:1', load)).toBe('new')
    commit('x', 'otras')
    stored = 'newer'
    finish()
    expect(await first).toBe('old')
    expect(await snapshots.get('rifa:1', load)).toBe('new')
    commit('x', 'notas')
    expect(await snapshots.get('rifa:1', load)).toBe('newer')
  }
})

it('does not keep a failure', async () => {
  const snapshots = createSnapshots(quiet, settableClock(0))
  await expect(snapshots.get('x', () => Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect(await snapshots.get('x', async () => ({ value: 'up' }))).toBe('up')
})
