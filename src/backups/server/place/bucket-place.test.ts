import { afterAll, beforeAll, expect, test } from 'vitest'
import { buy, copy, openCopiedShop, verify } from '#app/server/testing/copied-shop.ts'
import { sharedIn } from '#app/server/testing/every-place.ts'
import { PATIENCE } from '#platform/server/object-store/requests.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { type S3Fault, type S3Server, startS3Server } from '#platform/server/testing/s3-server.ts'
import { listCopies } from '../copy/manifest.ts'
import { bucketPlace } from './bucket-place.ts'
import type { Place } from './place.ts'

let server: S3Server
let made = 0
beforeAll(async () => {
  server = await startS3Server()
})
afterAll(() => server.close())

const newPlace = (): Promise<Place> =>
  bucketPlace({ ...server.settings, prefix: `cubo-${++made}/` }, fetch, { ...PATIENCE, answer: 1_000, pause: 5 })

const FAULTS: [name: string, fault: S3Fault][] = [
  ['never answers', 'silent'],
  ['cuts the line', 'cut'],
  ['loses the answer', 'lost'],
  ['ends in the middle of the answer', 'half'],
  ['changes a byte of the answer', 'altered'],
  ['changes a byte of what it gets', 'altered on the way'],
  ['answers 500', { status: 500, code: 'InternalError' }],
  ['answers 503', { status: 503, code: 'SlowDown' }],
  ['has no room', { status: 507, code: 'InsufficientStorage' }],
  ['takes its key away', { status: 403, code: 'AccessDenied' }],
  ['is late', { late: 30 }],
  ['forgets its bucket', { status: 404, code: 'NoSuchBucket' }],
]

onSqlite('a bucket that', (setup) => {
  test.each(FAULTS)(
    '%s, once or from some request on: what was whole stays so, and the next copy is made',
    async (_, fault) => {
      const shop = await openCopiedShop(setup)
      const place = await newPlace()
      await buy(shop, 1)
      await copy(shop, place, 2)
      await buy(shop, 2)
      server.seen.length = 0
      await copy(shop, place, 2)
      const requests = server.seen.length
      for (const from of Array.from({ length: requests }, (_, at) => at)) {
        for (const times of [1, Number.POSITIVE_INFINITY]) {
          let at = 0
          server.befalls = () => (at++ >= from && at <= from + times ? fault : null)
          const ended = await copy(shop, place, 2).then(
            () => null,
            (error: unknown) => error,
          )
          server.befalls = () => null
          const where = `request ${from} of ${requests}, ${times} times: ${ended}, ${server.seen.at(0)}`
          const there = await listCopies(place)
          expect(there.length, where).toBeGreaterThanOrEqual(2)
          for (const name of there)
            expect(await verify(shop, place, null, name), where).toMatchObject({ problemas: [] })
        }
      }
      expect(await copy(shop, place, 2)).toMatchObject({ faltan: [] })
      expect(await listCopies(place)).toHaveLength(2)
      for (const name of await listCopies(place))
        expect(await verify(shop, place, null, name)).toMatchObject({ problemas: [] })
      expect(await sharedIn(place)).toHaveLength(2)
    },
  )
})
