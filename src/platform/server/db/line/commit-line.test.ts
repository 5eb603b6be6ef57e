import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { addRaffle, openShop, report } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { readChangedWords } from '#mail/server/texts/mail-texts.ts'
import { changeMethod } from '#payment-methods/server/change-method.ts'
import { listMethods } from '#payment-methods/server/list-methods.ts'
import { listOnSale, readRaffle } from '#raffles/server/read-raffle.ts'
import { currentRate } from '#rates/server/current-rate.ts'
import { readSite } from '#site/server/read-site.ts'
import { readAvailability } from '#tickets/server/read-availability.ts'
import { OF_ONE_RAFFLE } from '#tickets/server/schema.ts'
import type { Ctx } from '../../context.ts'
import { createSnapshots } from '../../snapshots.ts'
import { onPostgres, type Setup, type TestCtx } from '../../testing/engines.ts'
import { addNote, notes, readNotes } from '../../testing/notes.ts'
import { type Commit, type Db, SCHEMA_LANE, type Sql } from '../database.ts'
import { openPostgres } from '../postgres.ts'
import { Announcements, CHANGED, readAnnouncement } from './commit-line.ts'

/** A shop that sells raffles 1 and 2, and another process on its database. */
async function openTwo(setup: Setup) {
  const shop = await openShop(setup, { total_numeros: 100 })
  await addRaffle(shop.ctx, { seleccion: 'ambas' })
  const twin = await setup.twin(shop.ctx)
  // Until all of that was announced.
  const heard: string[] = []
  twin.db.onCommit(({ lane }) => void heard.push(lane))
  await shop.ctx.db.write('preparado', async () => {})
  await expect.poll(() => heard, { interval: 5 }).toContain('preparado')
  return { shop, other: remembering(twin) }
}

function remembering(ctx: Ctx, db: Db = ctx.db): Ctx {
  return { ...ctx, db, snapshots: createSnapshots(db, ctx.clock, OF_ONE_RAFFLE) }
}

/** Memory of a process that shows raffle 2: the same objects as long as nothing of it is dropped. */
const keptOfTwo = (ctx: Ctx): Promise<unknown[]> =>
  Promise.all([
    readAvailability(ctx, 2),
    readRaffle(ctx, 2),
    listOnSale(ctx),
    readSite(ctx),
    listMethods(ctx),
    currentRate(ctx),
    readChangedWords(ctx),
  ])

/** How many of those are not the object that they were. */
async function dropped(ctx: Ctx, kept: unknown[]): Promise<number> {
  const now = await keptOfTwo(ctx)
  return now.filter((value, index) => value !== kept[index]).length
}

const freeOf = async (ctx: Ctx, id: number) => (await readAvailability(ctx, id))?.data.rifa.numeros_disponibles

onPostgres('a purchase in another process', (setup) => {
  test('drops its own changes, and nothing of another raffle or of the site', async () => {
    const { shop, other } = await openTwo(setup)
    const kept = await keptOfTwo(other)
    expect(await freeOf(other, 1)).toBe(100)
    expect((await report(shop)).statusCode).toBe(201)
    await expect.poll(() => freeOf(other, 1), { interval: 5 }).toBe(98)
    expect(await dropped(other, kept)).toBe(0)
  })

  test('control: told only that there was one, a process drops everything; one that does not listen never knows', async () => {
    const { shop, other } = await openTwo(setup)
    let others = 0
    const coarse = remembering(other, {
      ...other.db,
      foreignVersion: () => others,
      onCommit: (listener) => other.db.onCommit((commit) => (commit.foreign ? others++ : listener(commit))),
    })
    const deaf = remembering(other, {
      ...other.db,
      onCommit: (listener) =>
        other.db.onCommit((commit) => {
          if (!commit.foreign) listener(commit)
        }),
    })
    const kept = await keptOfTwo(coarse)
    for (const ctx of [coarse, deaf]) expect(await freeOf(ctx, 1)).toBe(100)
    expect((await report(shop)).statusCode).toBe(201)
    await expect.poll(() => freeOf(coarse, 1), { interval: 5 }).toBe(98)
    expect(await dropped(coarse, kept)).toBeGreaterThan(5)
    expect(await freeOf(deaf, 1)).toBe(100)
  })

  test('a change of where buyers pay, which waits for no purchases, drops what it changed too', async () => {
    const { shop, other } = await openTwo(setup)
    const heard: string[] = []
    other.db.onCommit(({ lane, foreign }) => void (foreign && heard.push(lane)))
    const kept = await readAvailability(other, 1)
    const titles = async () => (await listMethods(other)).map(({ titulo }) => titulo)
    expect(await titles()).not.toContain('Cuenta nueva')
    await changeMethod(shop.ctx, 1, { titulo: 'Cuenta nueva' }, TESTER)
    await expect.poll(titles, { interval: 5 }).toContain('Cuenta nueva')
    expect(heard).toEqual(['sitio'])
    expect(await readAvailability(other, 1)).toBe(kept)
  })
})

const insert = (tx: Sql) => addNote(tx, randomUUID())

/** How many there are, from a memory of its own over that database. */
function counting(db: Db, ctx: TestCtx): () => Promise<number> {
  const snapshots = createSnapshots(db, ctx.clock)
  return () => snapshots.get('filas', async () => ({ value: (await readNotes(db.read)).length }))
}

onPostgres('news between the processes of a shop', (setup) => {
  test('is sent over a connection that commits nothing of the shop, and is complete', async () => {
    const ctx = await setup.context({ schema: [notes] })
    const client = new pg.Client({ connectionString: ctx.config.databaseUrl ?? '' })
    await client.connect()
    const said: pg.Notification[] = []
    client.on('notification', (message) => void said.push(message))
    await client.query(`listen ${CHANGED}`)
    const lanes = Array.from({ length: 8 }, (_, index) => `rifa:${index}`)
    // All of them simultaneously, each over a connection of its own.
    const all = Promise.withResolvers<void>()
    let begun = 0
    await Promise.all(
      [...lanes, 'sitio'].map((lane) =>
        ctx.db.write(lane, async (tx) => {
          if (++begun > lanes.length) all.resolve()
          await all.promise
          await insert(tx)
        }),
      ),
    )
    const told = () =>
      said.flatMap(({ payload }) => readAnnouncement(payload ?? '')?.commits ?? []).map(({ lane }) => lane)
    await expect.poll(() => told().sort(), { interval: 5 }).toEqual([...lanes, 'sitio'])
    expect(new Set(said.map(({ processId }) => processId)).size).toBe(1)
    await client.end()
  })

  test('a process that ends immediately, as a command does, has announced its commits', async () => {
    const ctx = await setup.context({ schema: [notes] })
    const heard: Commit[] = []
    ctx.db.onCommit((commit) => void heard.push(commit))
    const command = await openPostgres(ctx.config.databaseUrl ?? '')
    await Promise.all(['rifa:1', 'rifa:2'].map((lane) => command.write(lane, insert)))
    await command.close()
    const told = (lane: string) => ({ lane, tables: new Set(['notas']), foreign: true })
    for (const lane of ['rifa:1', 'rifa:2']) {
      await expect.poll(() => heard, { interval: 5 }).toContainEqual(told(lane))
    }
  })

  test('of a process that is killed between its commit and its notice arrives within five seconds; control: nothing else tells', async () => {
    const ctx = await setup.context({ schema: [notes] })
    const ours = await openPostgres(ctx.config.databaseUrl ?? '')
    onTestFinished(() => ours.close())
    const counts = { ours: counting(ours, ctx), deaf: counting(ctx.db, ctx) }
    expect([await counts.ours(), await counts.deaf()]).toEqual([0, 0])
    const script = `
      import { openPostgres } from '../postgres.ts'
      const db = await openPostgres(${JSON.stringify(ctx.config.databaseUrl)})
      db.onCommit(() => process.kill(process.pid, 'SIGKILL'))
      await db.write('rifa:1', (tx) => tx.insertInto('notas').values({ texto: 'x' }).execute())`
    const killed = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    expect(await once(killed, 'exit')).toEqual([null, 'SIGKILL'])
    await expect.poll(counts.ours).toBe(1)
    expect(await counts.deaf()).toBe(0)
  })
})

test('the news of one process is one notification: tables by lane', () => {
  const waiting = new Announcements('a')
  expect(waiting.waits).toBe(false)
  const add = (lane: string, tables: string[]) => waiting.add({ lane, tables: new Set(tables) })
  add('rifa:1', ['stock', 'purchases'])
  add('rifa:2', ['stock'])
  add('rifa:1', ['tickets'])
  expect(waiting.waits).toBe(true)
  const commit = (lane: string, ...tables: string[]) => ({ lane, tables: new Set(tables), foreign: true })
  expect(readAnnouncement(waiting.take())).toEqual({
    process: 'a',
    commits: [commit('rifa:1', 'tickets', 'stock', 'purchases'), commit('rifa:2', 'stock')],
  })
  expect(waiting.waits).toBe(false)
  add('rifa:2', ['stock'])
  expect(readAnnouncement(waiting.take())?.commits).toEqual([commit('rifa:2', 'stock')])
})

test('a message too long for a notification, a step of the schema and a possible loss on the way mean everything', () => {
  const waiting = new Announcements('a')
  const taken = () => {
    const text = waiting.take()
    expect(Buffer.byteLength(text)).toBeLessThan(8_000)
    return readAnnouncement(text)
  }
  for (let id = 0; id < 400; id++) {
    waiting.add({ lane: `rifa:${id}`, tables: new Set(['stock', 'ñandú']) })
  }
  expect(taken()).toEqual({ process: 'a', commits: null })
  waiting.add({ lane: SCHEMA_LANE, tables: new Set() })
  expect(taken()?.commits).toBeNull()
  waiting.sayAll()
  expect([waiting.waits, taken()?.commits]).toEqual([true, null])
  waiting.add({ lane: 'sitio', tables: new Set(['site']) })
  expect(taken()?.commits).toHaveLength(1)
})

test('an unknown message, as of an older version, says nothing but that there was something', () => {
  for (const text of ['', 'null', '3', '{}', '{"proceso":"a","carriles":{"x":3}}']) {
    expect(readAnnouncement(text)).toBeNull()
  }
})
