import { afterAll, beforeAll, expect, test } from 'vitest'
import { buy, openCopiedShop, PASSPHRASE, product } from '#app/server/testing/copied-shop.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { type S3Server, startS3Server } from '#platform/server/testing/s3-server.ts'
import { findCopy } from '../back/find-copy.ts'
import { verifyCopy } from '../back/verify-copy.ts'
import { recordCopy } from '../record-copy.ts'
import { insertBackup } from '../store.ts'
import { openPlace } from './open-place.ts'

let server: S3Server
beforeAll(async () => {
  server = await startS3Server()
})
afterAll(() => server.close())

onSqlite('copies in a bucket', (setup) => {
  test('share what did not change, drop the old, are verified there, and are made by one process at a time', async () => {
    const shop = await openCopiedShop(setup)
    const { ctx } = shop
    const { endpoint, region, keyId, secret, bucket } = server.settings
    const entrance = { s3_servidor: endpoint, s3_region: region, s3_clave: keyId, s3_secreto: secret }
    const where = `s3://${bucket}/copias-${ctx.db.dialect.name}`
    const open = () => openPlace(where, ctx, entrance)
    const key = Buffer.alloc(32, 7).toString('base64')
    const verify = async (passphrase: string | null) =>
      verifyCopy(await findCopy(where, passphrase, open), { ...ctx.config, key }, product)
    const copy = async (passphrase: string | null) =>
      recordCopy(ctx, { place: await open(), passphrase, keep: 2, product: '0' }, null)

    await buy(shop, 1)
    await copy(null)
    await buy(shop, 2)
    // Its own database and identity, and the one proof.
    expect(await copy(null)).toMatchObject({ faltan: [], nuevos: 3 })
    expect(await verify(null)).toMatchObject({ problemas: [], sin_abrir: null })
    await copy(PASSPHRASE)
    expect(await copy(PASSPHRASE)).toMatchObject({ nuevos: 2 })
    const place = await open()
    const shared = (await Array.fromAsync(place.list('archivos/'))).map(({ key: name }) => name)
    expect(shared).toHaveLength(2)
    expect(shared.every((name) => name.endsWith('.age'))).toBe(true)

    await place.remove(shared[0] ?? '')
    expect((await verify(PASSPHRASE)).problemas).toHaveLength(1)
    expect(await copy(PASSPHRASE)).toMatchObject({ nuevos: 3 })

    // A line that is cut leaves the others as they are.
    server.befalls = (method, name) => (method === 'PUT' && name.includes('manifest') ? 'cut' : null)
    await expect(copy(PASSPHRASE)).rejects.toThrow()
    server.befalls = () => null
    expect(await verify(PASSPHRASE)).toMatchObject({ problemas: [] })
    // A bucket that does not let itself be read says nothing of the copies in it.
    for (const part of ['archivos/', 'manifest.json', 'tombola.']) {
      server.befalls = (method, name) =>
        method === 'GET' && name.includes(part) ? { status: 403, code: 'AccessDenied' } : null
      await expect(verify(PASSPHRASE), part).rejects.toMatchObject({ trouble: 'forbidden' })
    }
    server.befalls = () => null

    await ctx.db.write('prueba', (tx) => insertBackup(tx, '2026-11-20', ctx.clock.now()))
    await expect(copy(PASSPHRASE)).rejects.toMatchObject({ code: 'RESPALDO_EN_MARCHA' })
    await expect(openPlace(where, ctx, { ...entrance, s3_secreto: '' })).rejects.toMatchObject({
      code: 'DATOS_INVALIDOS',
    })
    await expect(openPlace('s3://../x', ctx, entrance)).rejects.toMatchObject({ code: 'DATOS_INVALIDOS' })
  })

  test('of two installations that begin in one bucket at the same moment one has its copy made', async () => {
    const { endpoint, region, keyId, secret, bucket } = server.settings
    const entrance = { s3_servidor: endpoint, s3_region: region, s3_clave: keyId, s3_secreto: secret }
    const shops = [await openCopiedShop(setup), await openCopiedShop(setup)]
    const where = `s3://${bucket}/dos-${shops[0]?.ctx.db.dialect.name}`
    const made = await Promise.allSettled(
      shops.map(async ({ ctx }) =>
        recordCopy(
          ctx,
          { place: await openPlace(where, ctx, entrance), passphrase: null, keep: 2, product: '0' },
          null,
        ),
      ),
    )
    expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const [refused] = made.filter((each) => each.status === 'rejected')
    expect(refused?.reason).toMatchObject({ code: 'DESTINO_OCUPADO' })
  })

  test('that strangers can read get nothing, with a sentence; once it is closed, a copy', async () => {
    const { ctx } = await openCopiedShop(setup)
    const { endpoint, region, keyId, secret, bucket } = server.settings
    const entrance = { s3_servidor: endpoint, s3_region: region, s3_clave: keyId, s3_secreto: secret }
    const copy = async () =>
      recordCopy(
        ctx,
        {
          place: await openPlace(`s3://${bucket}/abierto-${ctx.db.dialect.name}`, ctx, entrance),
          passphrase: null,
          keep: 2,
          product: '0',
        },
        null,
      )
    server.open = true
    server.seen.length = 0
    await expect(copy()).rejects.toMatchObject({ trouble: 'public' })
    server.open = false
    expect(server.seen.filter((line) => line.startsWith('PUT') && !line.includes('prueba/'))).toEqual([])
    expect(await copy()).toMatchObject({ faltan: [] })
  })
})
