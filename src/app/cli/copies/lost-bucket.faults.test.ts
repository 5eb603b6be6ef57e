import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { findCopy } from '#house/server/backups/back/find-copy.ts'
import { verifyCopy } from '#house/server/backups/back/verify-copy.ts'
import { readLastCopy } from '#house/server/backups/last-copy.ts'
import { openKeys } from '#platform/server/installation/keys.ts'
import { checkStoreInstallation } from '#platform/server/installation/store-installation.ts'
import { openStore } from '#platform/server/object-store/open-store.ts'
import { openStoreFiles } from '#platform/server/object-store/store-files.ts'
import { onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import { newFolder } from '#platform/server/testing/new-folder.ts'
import { startS3Server } from '#platform/server/testing/s3-server.ts'
import { addStoredImage } from '#raffles/server/images/add-image.ts'
import { storeImage } from '#raffles/server/images/store-image.ts'
import { buy, KEY, left, product, record, requireWhole } from '../../server/testing/copied-shop.ts'
import { otherMachine } from '../../server/testing/other-machine.ts'
import { addDraft, openShop, type Shop } from '../../server/testing/shop.ts'
import { restoreCommand } from './backup.ts'

const [lost, fresh] = [await startS3Server(), await startS3Server()]
afterAll(() => Promise.all([lost.close(), fresh.close()]))

let buckets = 0

/** A shop with two proofs and a picture in a bucket. */
async function open(setup: Setup): Promise<Shop & { prefix: string }> {
  const shop = await openShop(setup)
  const { ctx } = shop
  const { dataDir } = ctx.config
  const prefix = `tienda-${++buckets}/`
  ctx.config.s3 = { ...lost.settings, prefix }
  ctx.config.key = KEY
  const store = await openStore(ctx.config.s3)
  ctx.files = openStoreFiles(store, 'comprobantes', join(dataDir, 'llegando'))
  await checkStoreInstallation(dataDir, ctx.db, ctx.random, store, async () => true)
  await openKeys(ctx.config, ctx.db)
  await buy(shop, 1)
  await buy(shop, 2)
  const red = sharp({ create: { width: 320, height: 200, channels: 3, background: 'red' } })
  const image = await storeImage(ctx, await red.png().toBuffer(), { alt: 'Una moto' })
  await addDraft(ctx, {}, (tx, id, now) => addStoredImage(tx, id, image, image.id, now))
  return { ...shop, prefix }
}

const verify = async ({ ctx }: Shop, from: string) => verifyCopy(await findCopy(from, null), ctx.config, product)

const machine = async (shop: Shop, env: Record<string, string>) => ({ ...(await otherMachine(shop, env)), key: KEY })

onSqlite('machine and bucket are lost', (setup) => {
  test('the copy has the files: they go to a new empty bucket, or to a folder, by a named option, and nowhere without', async () => {
    const shop = await open(setup)
    const place = newFolder()
    fresh.seen.length = 0
    const made = await record(shop, place)
    expect(made).toMatchObject({ faltan: [] })
    // Nobody answers for the old bucket any more: the new one takes its place.
    const env = { ...fresh.env, S3_PREFIX: shop.prefix }
    shop.ctx.config.s3 = { ...fresh.settings, prefix: shop.prefix }
    expect(await verify(shop, place)).toMatchObject({ problemas: [], sin_abrir: null })

    for (const none of [env, {}]) {
      const config = await machine(shop, none)
      await expect(restoreCommand.look(config, [place], {})).rejects.toThrow(/--archivos s3.*No se restauró nada/)
      expect(left(config.dataDir)).toEqual([])
    }
    const folder = await machine(shop, env)
    const said = await restoreCommand.look(folder, [place], { archivos: 'carpeta' })
    expect(said).toMatchObject({ data: { problemas: [] }, text: expect.stringContaining('sin las variables S3_') })
    await requireWhole({ ...folder, s3: null })
    // Only the trial wrote to the bucket.
    expect(fresh.seen.filter((line) => line.startsWith('PUT') && !line.includes('prueba/'))).toEqual([])

    // After an interruption, the same command finishes it.
    const bucket = await machine(shop, env)
    let puts = 0
    fresh.befalls = (method, key) =>
      method === 'PUT' && key.includes('comprobantes/') && ++puts === 2 ? { status: 403, code: 'AccessDenied' } : null
    await expect(restoreCommand.look(bucket, [place], { archivos: 's3' })).rejects.toThrow(/S3/)
    fresh.befalls = () => null
    expect(left(bucket.dataDir)).toEqual([])
    const done = await restoreCommand.look(bucket, [place], { archivos: 's3' })
    expect(done).toMatchObject({
      data: { problemas: [] },
      text: expect.stringContaining('con las mismas variables S3_'),
    })
    await requireWhole(bucket)
    expect(left(bucket.dataDir)).not.toContain('comprobantes')

    // It has an installation now: another's copy is not put over it.
    const other = await open(setup)
    const theirs = newFolder()
    await record(other, theirs)
    await expect(restoreCommand.look(await machine(other, env), [theirs], { archivos: 's3' })).rejects.toThrow(
      /no son de la instalación/,
    )
  })

  test('a bucket that somebody emptied: the next copy keeps the files of the place and names the missing ones, and so does every place that shows it', async () => {
    const shop = await open(setup)
    const { ctx, prefix } = shop
    const [place, other] = [newFolder(), newFolder()]
    await record(shop, place)
    const late = await buy(shop, 3)
    const store = await openStore({ ...lost.settings, prefix })
    for (const folder of ['comprobantes/', 'imagenes/'])
      for await (const { key } of store.list(folder)) await store.remove(key)
    const made = await record(shop, place)
    // Proofs and pictures that an earlier copy has are in this one too.
    expect(made.faltan).toEqual([`comprobantes/${late} falta, o no es el que llegó`])
    const { problemas } = await verify(shop, place)
    expect(problemas).toContain(`comprobantes/${late} falta, o no es el que llegó`)
    expect(await readLastCopy(ctx)).toMatchObject({ falta: expect.stringContaining(`comprobantes/${late}`) })
    const bare = await record(shop, other)
    expect(bare.faltan.filter((text) => text.startsWith('imagenes/')).length).toBeGreaterThanOrEqual(3)
    expect((await readLastCopy(ctx)).falta).toMatch(/ y \d+ más\.$/)
  })
})
