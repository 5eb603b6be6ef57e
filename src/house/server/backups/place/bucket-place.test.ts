import { afterAll, beforeAll, expect, test } from 'vitest'
import { buy, copy, openCopiedShop, record, verify } from '#app/server/testing/copied-shop.ts'
import { sharedIn } from '#app/server/testing/every-place.ts'
import type { Shop } from '#app/server/testing/shop.ts'
import { lockFor } from '#platform/server/db/instance-lock.ts'
import { PATIENCE, type Patience } from '#platform/server/object-store/requests.ts'
import { onBothEngines, onSqlite } from '#platform/server/testing/engines.ts'
import { type S3Fault, startS3Server } from '#platform/server/testing/s3-server.ts'
import { seededRandom } from '#platform/server/testing/seeded-random.ts'
import { SEED, soak } from '#platform/server/testing/soak.ts'
import { findCopy, layWhole } from '../back/find-copy.ts'
import { listCopies, readSums } from '../copy/manifest.ts'
import { insertBackup, updateBackup } from '../store.ts'
import { bucketPlace, openPlace } from './open-place.ts'
import type { Place } from './place.ts'

const server = await startS3Server()
let made = 0
afterAll(() => server.close())

const newPlace = () => inBucket(PATIENCE, ++made)
/** @param which of the places; the newest otherwise. */
const inBucket = (patience: Patience, which = made): Promise<Place> =>
  bucketPlace({ ...server.settings, prefix: `cubo-${which}/` }, fetch, patience)

/** Every file of that copy is the one that went there. Opening its database would prove nothing about the bucket. */
async function requireWhole(place: Place, name: string, where: string): Promise<void> {
  const found = await findCopy(`./${name}`, null, async () => place)
  const { archivos } = found.manifest
  const lost = await layWhole(found, Object.keys(archivos), async (_, bytes) => {
    for await (const _ of bytes);
  })
  expect(lost, where).toEqual([])
  const sums = [...((await readSums(place, name))?.values() ?? [])]
  expect(sums, where).toEqual(expect.arrayContaining(Object.values(archivos).map(({ sha256 }) => sha256)))
}

const FAULTS: [name: string, fault: S3Fault][] = [
  ['never answers', 'silent'],
  ['cuts the line', 'cut'],
  ['loses the answer', 'lost'],
  ['ends in the middle of the answer', 'half'],
  ['changes a byte of the answer', 'altered'],
  ['changes a byte of what it gets', 'altered on the way'],
  ['answers 500', { status: 500, code: 'InternalError' }],
  ['takes its key away', { status: 403, code: 'AccessDenied' }],
  ['forgets its bucket', { status: 404, code: 'NoSuchBucket' }],
]

onSqlite('a bucket that', (setup) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openCopiedShop(setup)
    await buy(shop, 1)
    await buy(shop, 2)
  })

  test.each(FAULTS)(
    '%s at some request, once or from then on: whole copies stay so, and the next one is made',
    async (_, fault) => {
      const place = await newPlace()
      await copy(shop, place, 2)
      server.seen.length = 0
      await copy(shop, place, 2)
      const requests = server.seen.length
      const random = seededRandom(SEED)
      const hasty = await inBucket({ ...PATIENCE, answer: 200, pause: 5 })
      for (let round = 0; round < soak(2, 100); round++) {
        const [from, times] = [random.below(requests), round % 2 === 0 ? 1 : requests * 10]
        let at = 0
        server.befalls = () => (at++ < from || at > from + times ? null : fault)
        const ended = await copy(shop, hasty, 2).then(
          () => 'made',
          (error: unknown) => String(error),
        )
        server.befalls = () => null
        const where = `seed ${SEED}, request ${from} of ${requests}, ${times} times: ${ended}`
        const there = await listCopies(place)
        expect(there.length, where).toBeGreaterThanOrEqual(2)
        for (const name of there) await requireWhole(place, name, where)
      }
      expect(await copy(shop, place, 2)).toMatchObject({ faltan: [] })
      expect(await listCopies(place)).toHaveLength(2)
      for (const name of await listCopies(place)) await requireWhole(place, name, 'in the end')
      expect(await sharedIn(place)).toHaveLength(2)
    },
  )

  test('cannot be read is reported without a word about the copies in it', async () => {
    const place = await newPlace()
    await copy(shop, place)
    for (const part of ['archivos/', 'manifest.json', 'tombola.']) {
      server.befalls = (method, name) =>
        method === 'GET' && name.includes(part) ? { status: 403, code: 'AccessDenied' } : null
      await expect(verify(shop, place), part).rejects.toMatchObject({ trouble: 'forbidden' })
    }
    server.befalls = () => null
    expect(await verify(shop, place)).toMatchObject({ problemas: [] })
  })

  test('nobody can enter, or that is no name of one, is refused', async () => {
    const { ctx } = shop
    const { endpoint, region, keyId } = server.settings
    const entrance = { s3_servidor: endpoint, s3_region: region, s3_clave: keyId, s3_secreto: '' }
    for (const [where, secret] of [
      ['s3://rifas/x', ''],
      ['s3://../x', 'x'],
      ['s3://rifas/../otro', 'x'],
    ] as const) {
      const refused = openPlace(where, ctx, { ...entrance, s3_secreto: secret })
      await expect(refused, where).rejects.toMatchObject({ code: 'DATOS_INVALIDOS' })
    }
  })
})

onBothEngines('a bucket that somebody else copies to', (setup) => {
  test('turns others away until it is free; a process killed on SQLite keeps nobody away', async () => {
    const shop = await openCopiedShop(setup)
    const { ctx } = shop
    const make = async () => record(shop, await newPlace())
    const refuses = async () => {
      for (let asks = 0; asks < 2; asks++) await expect(make()).rejects.toMatchObject({ code: 'RESPALDO_EN_MARCHA' })
    }
    const id = (await ctx.db.write('prueba', (tx) => insertBackup(tx, '2026-11-20', ctx.clock.now()))) ?? 0
    if (setup.engine === 'postgres') {
      // Another machine may make it, and has a data folder of its own.
      await refuses()
      await ctx.db.write('prueba', (tx) => updateBackup(tx, id, { estado: 'hecho' }))
    } else {
      const release = lockFor('backup', ctx.config.dataDir)
      await refuses()
      // As after a killed process: its row still claims that it copies.
      release?.()
    }
    expect(await make()).toMatchObject({ faltan: [] })
  })
})
