import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, expect, test } from 'vitest'
import { createApp } from '#app/server/create-app.ts'
import { multipart, openShop, PDF, report, type Shop, signInOwner } from '#app/server/testing/shop.ts'
import { KEEP_ASIDE, sweepProofs } from '#purchases/server/sweep-proofs.ts'
import type { Ctx } from '../context.ts'
import { checkInstallation } from '../installation/installation.ts'
import { checkStoreInstallation } from '../installation/store-installation.ts'
import { onPostgres, onSqlite, type Setup } from '../testing/engines.ts'
import { newFolder } from '../testing/new-folder.ts'
import { startS3Server } from '../testing/s3-server.ts'
import { openStore } from './open-store.ts'
import type { ObjectStore } from './store.ts'
import { openStoreFiles } from './store-files.ts'

const server = await startS3Server()
let buckets = 0
afterAll(() => server.close())
afterEach(() => {
  server.befalls = () => null
})

interface Machine {
  ctx: Ctx
  app: Shop['app']
  store: ObjectStore
}

/** A machine with a folder of its own, on the database of that shop and on one bucket. */
async function machine(ctx: Ctx, prefix: string): Promise<Machine> {
  const dataDir = newFolder()
  const s3 = { ...server.settings, prefix }
  const store = await openStore(s3)
  const files = openStoreFiles(store, 'comprobantes', join(dataDir, 'llegando'))
  const own = { ...ctx, config: { ...ctx.config, dataDir, s3 }, files }
  await start(own, store)
  return { ctx: own, app: await createApp(own, null), store }
}

/** As a start checks it. */
async function start({ config, db, random, files }: Ctx, store: ObjectStore): Promise<void> {
  const empty = async () => (await Array.fromAsync(files.olderThan(Number.POSITIVE_INFINITY))).length === 0
  await checkStoreInstallation(config.dataDir, db, random, store, empty)
}

async function twoMachines(setup: Setup) {
  const shop = await openShop(setup)
  const prefix = `tienda-${++buckets}/`
  const here = await machine(shop.ctx, prefix)
  const there = await machine((await setup.twin(shop.ctx)) as Ctx, prefix)
  return { shop, here: { ...shop, ...here, ctx: { ...shop.ctx, ...here.ctx } } as Shop & Machine, there, prefix }
}

onPostgres('two machines with a folder each and one bucket', (setup) => {
  test('show each other’s proofs, whole or in pieces, and each other’s pictures', async () => {
    const { here, there } = await twoMachines(setup)
    const headers = await signInOwner(here)
    const { id } = (await report(here)).json()
    const long = Buffer.concat([PDF, Buffer.alloc(700_000, 32)])
    const proof = { bytes: long, name: 'pago.pdf', type: 'application/pdf' }
    const other = (await report(here, { cedula: 'V-9.876.543', referencia: '004512783391' }, { proof })).json()
    for (const [purchase, size] of [
      [id, null],
      [other.id, long.length],
    ]) {
      const url = `/api/panel/compras/${purchase}/comprobante/original`
      const [mine, theirs] = [await here.app.inject({ url, headers }), await there.app.inject({ url, headers })]
      expect([mine.statusCode, theirs.statusCode]).toEqual([200, 200])
      expect(theirs.rawPayload.equals(mine.rawPayload)).toBe(true)
      if (size !== null) expect(theirs.rawPayload.length).toBe(size)
    }
    const bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer()
    const form = await multipart({}, { bytes, name: 'logo.jpg', type: 'image/jpeg' })
    const { logo } = (
      await here.app.inject({
        method: 'POST',
        url: '/api/panel/sitio/logo',
        headers: { ...headers, ...form.headers },
        payload: form.payload,
      })
    ).json()
    const before = server.seen.length
    for (let time = 0; time < 3; time++) expect((await there.app.inject({ url: logo.direccion })).statusCode).toBe(200)
    // Kept near after the first.
    expect(server.seen.slice(before).filter((request) => request.startsWith('GET imagenes/')).length).toBeLessThan(2)
  })

  test('another database over the bucket is refused, a bucket without the installation too', async () => {
    const { here, prefix } = await twoMachines(setup)
    await report(here)
    const stranger = await openShop(setup)
    await expect(machine(stranger.ctx, prefix)).rejects.toThrow(/de otra instalación/)
    const other = await openShop(setup)
    await machine(other.ctx, `tienda-${++buckets}/`)
    await expect(machine(other.ctx, prefix)).rejects.toThrow(/de otra instalación/)
    await expect(machine(other.ctx, `tienda-${++buckets}/`)).rejects.toThrow(/no tiene nada/)
  })

  test('of two machines that start together on a new database and a new bucket both work', async () => {
    const shop = await openShop(setup)
    const twin = (await setup.twin(shop.ctx)) as Ctx
    const prefix = `tienda-${++buckets}/`
    const both = await Promise.all([machine(shop.ctx, prefix), machine(twin, prefix)])
    for (const { ctx, store } of both) await start(ctx, store)
  })
})

onSqlite('files in a bucket', (setup) => {
  test('a database of a folder does not start with a bucket, nor one of a bucket without', async () => {
    const shop = await openShop(setup)
    const folder = newFolder()
    await checkInstallation({ dataDir: folder }, shop.ctx.db, shop.ctx.random, async () => true)
    await expect(machine(shop.ctx, `tienda-${++buckets}/`)).rejects.toThrow(/files to-s3/)
    const other = await openShop(setup)
    const { ctx } = await machine(other.ctx, `tienda-${++buckets}/`)
    await expect(checkInstallation(ctx.config, ctx.db, ctx.random, async () => true)).rejects.toThrow(/están en S3/)
  })

  test('a folder of another installation is refused', async () => {
    const shop = await openShop(setup)
    const { ctx, store } = await machine(shop.ctx, `tienda-${++buckets}/`)
    const foreign = newFolder()
    writeFileSync(join(foreign, 'instalacion'), 'otra\n')
    await expect(start({ ...ctx, config: { ...ctx.config, dataDir: foreign } }, store)).rejects.toThrow(
      /otra instalación/,
    )
  })

  test.each([
    ['is full', { status: 507, code: 'InsufficientStorage' }],
    ['fails', { status: 500, code: 'InternalError' }],
    ['does not know our key', { status: 403, code: 'InvalidAccessKeyId' }],
  ] as const)(
    'a report while the bucket %s is refused, and leaves nothing; sent again it is taken once',
    async (_, fault) => {
      const shop = await openShop(setup)
      const own = await machine(shop.ctx, `tienda-${++buckets}/`)
      const here = { ...shop, app: { inject: own.app.inject.bind(own.app) } } as never as Shop
      server.befalls = (method) => (method === 'PUT' ? fault : null)
      const refused = await report(here, {}, { key: 'una-clave-de-prueba' })
      expect([refused.statusCode, refused.json().code]).toEqual([503, 'SIN_ALMACEN'])
      expect(refused.headers['retry-after']).toBeDefined()
      expect(await shop.ctx.db.read.selectFrom('purchases').select('id').execute()).toEqual([])
      server.befalls = () => null
      expect((await report(here, {}, { key: 'una-clave-de-prueba' })).statusCode).toBe(201)
      expect(await shop.ctx.db.read.selectFrom('purchases').select('id').execute()).toHaveLength(1)
    },
  )

  test('a file without a row is set aside, and removed a month later; one whose row is back comes back', async () => {
    const shop = await openShop(setup)
    const { ctx, app } = await machine(shop.ctx, `tienda-${++buckets}/`)
    const here = { ...shop, app } as never as Shop
    const { id } = (await report(here)).json()
    const { comprobante } = await ctx.db.read
      .selectFrom('purchases')
      .select('comprobante')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const orphan = 'A'.repeat(22)
    await ctx.files.put(orphan, Buffer.from('nadie'))
    await ctx.files.setAside(comprobante, Date.now())
    // The bucket's clock is the machine's.
    shop.ctx.clock.set(Date.now() + 2 * 3_600_000)
    expect(await sweepProofs(ctx)).toEqual({ setAside: 1, stopped: null })
    expect([await ctx.files.has(orphan), await ctx.files.has(comprobante)]).toEqual([false, true])
    shop.ctx.clock.set(Date.now() + KEEP_ASIDE + 3_600_000)
    await sweepProofs(ctx)
    expect(await Array.fromAsync(ctx.files.setAsideBefore(Number.POSITIVE_INFINITY))).toEqual([])
    expect(await ctx.files.has(comprobante)).toBe(true)
  })

  test('an upload in pieces waits without a name, and goes where it is not wanted', async () => {
    const shop = await openShop(setup)
    const { ctx } = await machine(shop.ctx, `tienda-${++buckets}/`)
    const [kept, dropped] = ['B'.repeat(22), 'C'.repeat(22)]
    for (const id of [kept, dropped]) {
      const file = await ctx.files.receive(id)
      for (let piece = 0; piece < 5; piece++) await file.write(Buffer.alloc(1_000, piece))
      expect(readdirSync(join(ctx.config.dataDir, 'llegando'))).toEqual([])
      await (id === kept ? file.commit() : file.discard())
    }
    expect((await ctx.files.read(kept))?.length).toBe(5_000)
    expect(await ctx.files.read(dropped)).toBeNull()
  })
})
