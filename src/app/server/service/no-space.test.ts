import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { readMails } from '#mail/server/testing/read-mails.ts'
import type { Db, Sql } from '#platform/server/db/database.ts'
import type { Files } from '#platform/server/files.ts'
import { onBothEngines, onSqlite, type TestCtx } from '#platform/server/testing/engines.ts'
import { withoutGuards } from '#platform/server/testing/without-guards.ts'
import { alertSpace } from '#reports/server/alert-space.ts'
import { createApp } from '../create-app.ts'
import { openShop, report, type Shop, signInOwner } from '../testing/shop.ts'

const full = () => Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })

/** Whether an engine's errors about its disk are recognized: off for a control. */
const guard = vi.hoisted(() => ({ on: true }))
vi.mock('#platform/server/db/trouble.ts', async (load) => {
  const real = await load<typeof import('#platform/server/db/trouble.ts')>()
  return { ...real, refuse: (error: unknown) => (guard.on ? real.refuse(error) : error) }
})
afterEach(() => {
  guard.on = true
})

type Disk = 'full' | 'read-only'
/** PostgreSQL's code for it. */
const SAID: Record<Disk, string> = { full: '53100', 'read-only': '42501' }
const TABLES = ['purchases', 'reservations', 'journal', 'readiness', 'outbox']

/**
 * Lets the database write nothing more, as such a disk does; the answer repairs it.
 * @param tables of PostgreSQL; SQLite's file is one.
 */
async function breakDatabase({ db }: Pick<TestCtx, 'db'>, disk: Disk, tables = TABLES): Promise<() => Promise<void>> {
  if (db.dialect.name === 'sqlite') return disk === 'full' ? fillFile(db) : writeProtect(db)
  await db.write('x', async (tx) => {
    await sql`create function roto() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = ${sql.lit(SAID[disk])}; end $$`.execute(tx)
    for (const table of tables) {
      await sql`create trigger roto before insert on ${sql.table(table)} execute function roto()`.execute(tx)
    }
  })
  return () =>
    db.write('x', async (tx) => {
      await sql`drop function roto cascade`.execute(tx)
    })
}

async function fillFile(db: Db): Promise<() => Promise<void>> {
  const limit = (pages: number) =>
    db.write('x', (tx) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(tx)).then(() => {})
  await db.write('x', (tx) => sql`create table lastre (bytes blob) strict`.execute(tx))
  await limit(1)
  const { write, writeBatched } = db
  // A job's rows may fit into existing pages; the padding after them does not.
  const weigh = async <T>(tx: Sql, value: Promise<T>) => {
    const kept = await value
    await sql`insert into lastre values (zeroblob(1000000))`.execute(tx)
    return kept
  }
  db.write = (lane, job) => write(lane, (tx) => weigh(tx, job(tx)))
  db.writeBatched = (lane, batch, input) => writeBatched(lane, (tx, inputs) => weigh(tx, batch(tx, inputs)), input)
  return async () => {
    Object.assign(db, { write, writeBatched })
    await limit(1_000_000)
  }
}

/** The connection that writes is refused as by a disk that only reads (SQLITE_READONLY), from the beginning of a transaction on. */
async function writeProtect(db: Db): Promise<() => Promise<void>> {
  const writer = await db.write('x', async (tx) => {
    await sql`pragma query_only = on`.execute(tx)
    return tx
  })
  return async () => void (await sql`pragma query_only = off`.execute(writer))
}

async function rows({ ctx }: Shop): Promise<number[]> {
  const tables = ['purchases', 'outbox', 'journal'] as const
  return Promise.all(tables.map(async (table) => (await ctx.db.read.selectFrom(table).selectAll().execute()).length))
}

const status = async ({ app, id }: Shop) => (await app.inject(`/api/rifas/${id}/status`)).json().data.rifa

onBothEngines('a disk without space', (setup) => {
  for (const disk of ['full', 'read-only'] as const) {
    test(`under the database, ${disk}: reports and holds get 503 and the time to retry, nothing half is kept, and later they succeed`, async () => {
      const shop = await openShop(setup)
      const before = [await rows(shop), await status(shop)]
      const repair = await breakDatabase(shop.ctx, disk)
      const refused = await report(shop, {}, { key: 'una-clave-larga' })
      expect(refused.statusCode, refused.body).toBe(503)
      expect(refused.json()).toMatchObject({ code: 'SIN_ESPACIO', error: 'No pudimos guardar lo que enviaste' })
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      const hold = { method: 'POST' as const, url: `/api/rifas/${shop.id}/apartados`, payload: { cantidad_tickets: 2 } }
      expect((await shop.app.inject(hold)).json().code).toBe('SIN_ESPACIO')
      expect([await rows(shop), await status(shop)]).toEqual(before)

      await repair()
      expect((await report(shop, {}, { key: 'una-clave-larga' })).statusCode).toBe(201)
      expect((await shop.app.inject(hold)).statusCode).toBe(201)
    })

    test(`control: where the code does not know the engine’s error, ${disk}, buyers get an error of ours`, async () => {
      const shop = await openShop(setup)
      await breakDatabase(shop.ctx, disk)
      guard.on = false
      const refused = await report(shop)
      expect([refused.statusCode, refused.json().code]).toEqual([500, 'ERROR_INTERNO'])
      expect(refused.headers['retry-after']).toBeUndefined()
    })
  }

  test('control: where each statement is a commit of its own, half a report is kept', async () => {
    const shop = await openShop(setup)
    const before = await rows(shop)
    const ctx = await withoutGuards(shop.ctx, [])
    await breakDatabase(ctx, 'full', ['journal'])
    const server = await createApp(ctx, null)
    const refused = await report({ ...shop, app: server } as never)
    expect(refused.json().code, refused.body).toBe('SIN_ESPACIO')
    expect(await rows(shop)).not.toEqual(before)
  })

  test('is reported by the readiness and not by the life of the process, and asking often writes seldom', async () => {
    const shop = await openShop(setup)
    const writes = { count: 0 }
    const { files } = shop.ctx
    const counted: Files['put'] = (id, bytes) => {
      writes.count++
      return files.put(id, bytes)
    }
    shop.ctx.files = { ...files, put: counted }
    const asked = await Promise.all(Array.from({ length: 20 }, () => shop.app.inject('/api/lista')))
    expect(new Set(asked.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(writes.count).toBe(1)

    const other = await openShop(setup)
    await breakDatabase(other.ctx, 'full')
    const refused = await other.app.inject('/api/lista')
    expect(refused.statusCode, refused.body).toBe(503)
    expect(refused.json().code).toBe('SIN_ESPACIO')
    expect((await other.app.inject('/api/salud')).statusCode).toBe(200)
  })
})

onSqlite('a disk without space', (setup) => {
  test('under the folder: reports and pictures get 503, no row names a file that was not kept', async () => {
    const shop = await openShop(setup)
    const headers = await signInOwner(shop)
    const { files } = shop.ctx
    const receive: Files['receive'] = async () => ({
      write: () => Promise.reject(full()),
      commit: () => Promise.reject(full()),
      discard: async () => {},
    })
    shop.ctx.files = { ...files, receive, put: () => Promise.reject(full()) }
    const before = await rows(shop)
    const refused = await report(shop)
    expect([refused.statusCode, refused.json().code]).toEqual([503, 'SIN_ESPACIO'])
    expect(await rows(shop)).toEqual(before)
    expect((await shop.app.inject('/api/lista')).json().code).toBe('SIN_ESPACIO')
    expect((await shop.app.inject('/api/salud')).statusCode).toBe(200)
    // The panel can still be read.
    expect((await shop.app.inject({ url: '/api/panel/inicio', headers })).statusCode).toBe(200)
  })

  test('control: a report that does not wait for its file is accepted, and its row names a missing one', async () => {
    const shop = await openShop(setup)
    const { files } = shop.ctx
    const receive: Files['receive'] = async () => ({
      write: async () => {},
      commit: async () => void Promise.reject(full()).catch(() => {}),
      discard: async () => {},
    })
    shop.ctx.files = { ...files, receive }
    expect((await report(shop)).statusCode).toBe(201)
    const { comprobante } = await shop.ctx.db.read
      .selectFrom('purchases')
      .select('comprobante')
      .executeTakeFirstOrThrow()
    expect(await files.has(comprobante)).toBe(false)
  })

  test('before it comes to that, owners get one mail a day and the home says so; both end with room', async () => {
    const shop = await openShop(setup)
    const headers = await signInOwner(shop)
    const GB = 1024 ** 3
    const home = async () => (await shop.app.inject({ url: '/api/panel/inicio', headers })).json().espacio
    const mails = async () => (await readMails(shop.ctx, 'espacio:%')).map(({ asunto }) => asunto)
    const look = async (level: 'bien' | 'aviso' | 'grave', free: number) => {
      shop.ctx.space = async () => ({ free: free * GB, total: 20 * GB, level })
      await alertSpace(shop.ctx)
      await alertSpace(shop.ctx)
    }
    await look('bien', 10)
    expect([await home(), await mails()]).toEqual([null, []])
    await look('aviso', 0.5)
    expect(await home()).toEqual({ free: 0.5 * GB, total: 20 * GB, grave: false })
    expect(await mails()).toEqual([expect.stringMatching(/^Queda poco espacio en el servidor · /)])
    await look('grave', 0.1)
    expect(await home()).toMatchObject({ grave: true })
    expect(await mails()).toHaveLength(2)
    await look('bien', 10)
    expect([await home(), (await mails()).length]).toEqual([null, 2])
    shop.ctx.clock.advance(24 * 3_600_000)
    await look('grave', 0.1)
    expect(await mails()).toHaveLength(3)
  })
})
