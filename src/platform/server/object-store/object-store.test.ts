import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { type S3Fault, startS3Server } from '../testing/s3-server.ts'
import { openObjectStore } from './object-store.ts'
import { PART } from './pieces.ts'
import { type StoreSettings, sha256 } from './requests.ts'
import type { ObjectStore } from './store.ts'

const server = await startS3Server()
afterAll(() => server.close())
afterEach(() => {
  server.befalls = () => null
  server.open = false
  server.seen.length = 0
})

const open = (settings: Partial<StoreSettings> = {}, answer = 30_000): Promise<ObjectStore> =>
  openObjectStore({ ...server.settings, ...settings }, fetch, { answer, mebibyte: 10_000, tries: 3, pause: 1 })

/** The fault happens to so many of the requests of that kind. */
function befall(fault: S3Fault, method: string, times = 1): void {
  let left = times
  server.befalls = (asked) => (asked === method && left-- > 0 ? fault : null)
}

const trouble = (name: string) => expect.objectContaining({ trouble: name })

describe('a store of objects', () => {
  it('gives back the bytes that it took, with their hash', async () => {
    const store = await open()
    const bytes = randomBytes(3_000)
    expect(await store.put('comprobantes/ñ &<a', bytes)).toEqual({ size: 3_000, sha256: sha256(bytes) })
    expect(await store.read('comprobantes/ñ &<a')).toEqual(bytes)
    const look = await store.look('comprobantes/ñ &<a')
    expect(look).toMatchObject({ size: 3_000, sha256: sha256(bytes) })
    expect(Math.abs(Date.now() - (look?.modified ?? 0))).toBeLessThan(60_000)
  })

  it('says null of a missing object, and removes it without an error', async () => {
    const store = await open()
    expect([await store.read('nada'), await store.open('nada'), await store.look('nada')]).toEqual([null, null, null])
    await store.remove('nada')
    expect(await store.copy('nada', 'otra')).toBe(false)
  })

  it('keeps an empty object', async () => {
    const store = await open()
    await store.put('vacío', new Uint8Array())
    expect(await store.read('vacío')).toEqual(Buffer.alloc(0))
  })

  it('sends a long object in parts, and holds it against the hash that was known before', async () => {
    const store = await open()
    const bytes = randomBytes(2 * PART + 7)
    await store.put('largo', Readable.from([bytes.subarray(0, 3), bytes.subarray(3)]), sha256(bytes))
    expect(server.seen.filter((request) => request === 'PUT largo')).toHaveLength(3)
    const found = await store.open('largo')
    expect(found).toMatchObject({ size: bytes.length, sha256: sha256(bytes) })
    expect((await buffer(found?.stream ?? Readable.from([]))).equals(bytes)).toBe(true)
  })

  it('leaves nothing of an object that was cut off, or differs from its announcement', async () => {
    const store = await open()
    async function* cut() {
      yield randomBytes(PART)
      yield randomBytes(PART)
      throw new Error('cut off')
    }
    await expect(store.put('roto', cut())).rejects.toThrow('cut off')
    await expect(store.put('roto', randomBytes(9), sha256(randomBytes(9)))).rejects.toEqual(trouble('altered'))
    expect(await store.look('roto')).toBeNull()
    expect(server.seen.at(-1)).toBe('HEAD roto')
    expect(server.seen).toContain('DELETE roto')
  })

  it('lists everything under a prefix, more than a page of it, in order', async () => {
    const store = await open()
    const keys = Array.from({ length: 7 }, (_, index) => `muchos/${index}`)
    await Promise.all(keys.map((key) => store.put(key, Buffer.from('x'))))
    await store.put('muchos más', Buffer.from('x'))
    const listed: string[] = []
    for await (const { key } of store.list('muchos/', 3)) listed.push(key)
    expect(listed).toEqual(keys)
  })

  it('copies inside the store', async () => {
    const store = await open()
    await store.put('uno', Buffer.from('uno'))
    expect(await store.copy('uno', 'aparte/uno')).toBe(true)
    expect((await store.read('aparte/uno'))?.toString()).toBe('uno')
  })

  it('is fit for use', async () => {
    await (await open()).check()
    const left: string[] = []
    for await (const { key } of (await open()).list('prueba/')) left.push(key)
    expect(left).toEqual([])
  })

  it('loses the rests of a killed trial, and nothing else', async () => {
    const old = `prueba/${'0'.repeat(16)}`
    const others = [`prueba/${'1'.repeat(16)}`, 'prueba/notas.txt']
    // Both were left a year ago; the other trial is of this moment.
    const aged: typeof fetch = async (...asked) => {
      const answer = await fetch(...asked)
      if (!String(asked[0]).includes('prueba')) return answer
      if (!answer.headers.get('content-type')?.includes('xml')) return answer
      const age = (_: string, before: string) => `${before}2020-01-01T00:00:00.000Z`
      const text = (await answer.text()).replace(/((?:0{16}|txt)<\/Key><LastModified>)[^<]+/g, age)
      return new Response(text, { status: answer.status, headers: answer.headers })
    }
    const store = await openObjectStore(server.settings, aged)
    for (const key of [old, ...others]) await store.put(key, Buffer.from('x'))
    await store.check()
    expect((await Array.fromAsync(store.list('prueba/'))).map(({ key }) => key)).toEqual(others)
    for (const key of others) await store.remove(key)
  })
})

describe('faults of a store', () => {
  const passing: S3Fault[] = [
    'cut',
    'lost',
    'half',
    { status: 500, code: 'InternalError' },
    { status: 503, code: 'SlowDown' },
  ]
  it.each(passing)('%o once is tried again', async (fault) => {
    const store = await open()
    const bytes = randomBytes(100_000)
    for (const method of ['PUT', 'GET', 'HEAD', 'DELETE']) {
      befall(fault, method)
      await store.put('otra vez', bytes)
      expect((await store.read('otra vez'))?.equals(bytes)).toBe(true)
      expect(await store.look('otra vez')).toMatchObject({ size: 100_000 })
      await store.remove('otra vez')
      expect(await store.look('otra vez')).toBeNull()
    }
  })

  it('silence is tried again', async () => {
    const store = await open({}, 2_000)
    befall('silent', 'PUT')
    await store.put('callado', Buffer.from('callado'))
    expect((await store.read('callado'))?.toString()).toBe('callado')
  })

  it('silence in the middle of an answer is taken up where it began', async () => {
    const store = await open({}, 1_000)
    const bytes = randomBytes(1 << 20)
    await store.put('enmudece', bytes)
    befall('stalls', 'GET')
    expect((await store.read('enmudece'))?.equals(bytes)).toBe(true)
    befall('stalls', 'GET')
    expect((await Array.fromAsync(store.list('enmudece'))).map(({ key }) => key)).toEqual(['enmudece'])
  })

  it('a reader that fails asks for nothing more', async () => {
    const store = await open()
    await store.put('dejado', randomBytes(4 << 20))
    const found = await store.open('dejado')
    const { stream } = found ?? expect.unreachable()
    stream.once('data', () => stream.destroy(new Error('gone')))
    await new Promise((closed) => stream.once('error', () => {}).once('close', closed))
    expect(server.seen.filter((request) => request === 'GET dejado')).toHaveLength(1)
  })

  it('a part or the end of parts that was done without an answer is there once', async () => {
    const bytes = randomBytes(PART + 1)
    for (const method of ['PUT', 'POST']) {
      let left = 2
      server.befalls = (asked) => (asked === method && left-- === 1 ? 'lost' : null)
      const store = await open()
      await store.put('partes', bytes)
      expect((await store.read('partes'))?.equals(bytes)).toBe(true)
      await store.remove('partes')
    }
  })

  it('a byte that changed on the way there is sent again', async () => {
    befall('altered on the way', 'PUT')
    const store = await open()
    await store.put('intacto', Buffer.from('intacto'))
    expect((await store.read('intacto'))?.toString()).toBe('intacto')
  })

  it('a byte that changed in the store or on the way back is noticed', async () => {
    const store = await open()
    await store.put('alterado', Buffer.from('alterado'))
    befall('altered', 'GET', 9)
    await expect(store.read('alterado')).rejects.toEqual(trouble('altered'))
  })

  it('an object that was replaced while it was read is no mixture', async () => {
    const store = await open()
    await store.put('cambia', randomBytes(1 << 20))
    const found = await store.open('cambia')
    await store.put('cambia', randomBytes(1 << 20))
    const second = await store.open('cambia')
    befall('half', 'GET')
    const third = await store.open('cambia')
    await store.put('cambia', randomBytes(1 << 20))
    await expect(buffer(third?.stream ?? Readable.from([]))).rejects.toEqual(trouble('altered'))
    await Promise.allSettled([found, second].map((one) => buffer(one?.stream ?? Readable.from([]))))
    // s3rver sends the end of the new one; other servers report that it has changed.
    const answers: S3Fault[] = ['half', { status: 412, code: 'PreconditionFailed' }]
    server.befalls = (method) => (method === 'GET' ? (answers.shift() ?? null) : null)
    await expect(store.read('cambia')).rejects.toEqual(trouble('altered'))
  })

  it('a clock that is wrong is put right by the store’s', async () => {
    // The store's clock is that of the first answer.
    let first = true
    const store = await open()
    const date = new Date(Date.now() + 600_000).toUTCString()
    server.befalls = () => {
      if (!first) return null
      first = false
      return { status: 403, code: 'RequestTimeTooSkewed', date }
    }
    await store.put('hora', Buffer.from('hora'))
    server.befalls = () => ({ status: 403, code: 'RequestTimeTooSkewed', date })
    await expect(store.put('hora', Buffer.from('hora'))).rejects.toEqual(trouble('clock'))
  })
})

describe('the sentence for each fault', () => {
  it.each([
    ['a wrong secret', { secret: 'otro' }, 'key', 'S3_SECRET_ACCESS_KEY'],
    ['a key that nobody has', { keyId: 'NADIE' }, 'key', 'S3_ACCESS_KEY_ID'],
    ['no such bucket', { bucket: 'ninguno' }, 'bucket', 'S3_BUCKET'],
    ['nobody there', { endpoint: 'http://127.0.0.1:9' }, 'unreachable', 'S3_ENDPOINT'],
  ])('%s', async (_, settings, name, word) => {
    const store = await open(settings)
    await expect(store.check()).rejects.toEqual(trouble(name))
    await expect(store.check()).rejects.toThrow(word)
    if (name === 'bucket') await expect(store.read('nada')).rejects.toEqual(trouble('bucket'))
  })

  it('a bucket that serves strangers', async () => {
    server.open = true
    await expect((await open()).check()).rejects.toEqual(trouble('public'))
  })

  it('a store that is full, and one that never answers', async () => {
    const store = await open()
    server.befalls = () => ({ status: 507, code: 'InsufficientStorage' })
    await expect(store.put('lleno', Buffer.from('x'))).rejects.toEqual(trouble('full'))
    server.befalls = () => 'silent'
    await expect((await open({}, 50)).put('mudo', Buffer.from('x'))).rejects.toEqual(trouble('unreachable'))
  })
})
