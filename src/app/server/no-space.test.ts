import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Files } from '#platform/server/files.ts'
import { onBothEngines, type TestCtx } from '#platform/server/testing/engines.ts'
import { alertSpace } from '#reports/server/alert-space.ts'
import { openShop, report, type Shop, signInOwner } from './testing/shop.ts'

const full = () => Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })

/** Lets the database write nothing more, as a full disk does; the answer makes room again. */
async function fillDatabase(ctx: TestCtx): Promise<() => Promise<void>> {
  if (ctx.db.dialect.name === 'sqlite') {
    const limit = (pages: number) =>
      ctx.db.write('x', (tx) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(tx)).then(() => {})
    await ctx.db.write('x', (tx) => sql`create table lastre (bytes blob) strict`.execute(tx))
    await limit(1)
    const { write } = ctx.db
    // What a job writes may fit into pages that are there; what follows it does not.
    ctx.db.write = (lane, job) =>
      write(lane, async (tx) => {
        const value = await job(tx)
        await sql`insert into lastre values (zeroblob(1000000))`.execute(tx)
        return value
      })
    return async () => {
      ctx.db.write = write
      await limit(1_000_000)
    }
  }
  const tables = ['purchases', 'reservations', 'journal', 'readiness', 'outbox']
  await ctx.db.write('x', async (tx) => {
    await sql`create function lleno() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(tx)
    for (const table of tables) {
      await sql`create trigger lleno before insert on ${sql.table(table)} execute function lleno()`.execute(tx)
    }
  })
  return () =>
    ctx.db.write('x', async (tx) => {
      await sql`drop function lleno cascade`.execute(tx)
    })
}

async function rows({ ctx }: Shop): Promise<number[]> {
  const tables = ['purchases', 'outbox', 'journal'] as const
  return Promise.all(tables.map(async (table) => (await ctx.db.read.selectFrom(table).selectAll().execute()).length))
}

const status = async ({ app, id }: Shop) => (await app.inject(`/api/rifas/${id}/status`)).json().data.rifa

onBothEngines('a disk without space', (setup) => {
  test('under the database: reports and holds get 503 and when to come back, nothing half is kept, and later they succeed', async () => {
    const shop = await openShop(setup)
    const before = [await rows(shop), await status(shop)]
    const makeRoom = await fillDatabase(shop.ctx)
    const refused = await report(shop, {}, { key: 'una-clave-larga' })
    expect(refused.statusCode, refused.body).toBe(503)
    expect(refused.json()).toMatchObject({ code: 'SIN_ESPACIO', error: 'No pudimos guardar lo que enviaste' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    const hold = { method: 'POST' as const, url: `/api/rifas/${shop.id}/apartados`, payload: { cantidad_tickets: 2 } }
    expect((await shop.app.inject(hold)).json().code).toBe('SIN_ESPACIO')
    expect([await rows(shop), await status(shop)]).toEqual(before)

    await makeRoom()
    expect((await report(shop, {}, { key: 'una-clave-larga' })).statusCode).toBe(201)
    expect((await shop.app.inject(hold)).statusCode).toBe(201)
  })

  test('under the folder: reports and pictures get 503, no row names what was not kept', async () => {
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
    expect((await shop.app.inject('/api/listo')).json().code).toBe('SIN_ESPACIO')
    expect((await shop.app.inject('/api/salud')).statusCode).toBe(200)
    // The panel goes on being read.
    expect((await shop.app.inject({ url: '/api/panel/inicio', headers })).statusCode).toBe(200)
  })

  test('is told by the readiness and not by the life of the process, and asking often writes seldom', async () => {
    const shop = await openShop(setup)
    const writes = { count: 0 }
    const { files } = shop.ctx
    const counted: Files['put'] = (id, bytes) => {
      writes.count++
      return files.put(id, bytes)
    }
    shop.ctx.files = { ...files, put: counted }
    const asked = await Promise.all(Array.from({ length: 20 }, () => shop.app.inject('/api/listo')))
    expect(new Set(asked.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(writes.count).toBe(1)

    const other = await openShop(setup)
    await fillDatabase(other.ctx)
    const refused = await other.app.inject('/api/listo')
    expect(refused.statusCode, refused.body).toBe(503)
    expect(refused.json().code).toBe('SIN_ESPACIO')
    expect((await other.app.inject('/api/salud')).statusCode).toBe(200)
  })

  test('before it comes to that, owners get one mail a day and the home says so; both end with room', async () => {
    const shop = await openShop(setup)
    const headers = await signInOwner(shop)
    const GB = 1024 ** 3
    const home = async () => (await shop.app.inject({ url: '/api/panel/inicio', headers })).json().espacio
    const mails = async () =>
      (await shop.ctx.db.read.selectFrom('outbox').select('asunto').where('clave', 'like', 'espacio:%').execute()).map(
        ({ asunto }) => asunto,
      )
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
