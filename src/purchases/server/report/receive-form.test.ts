import { readdirSync } from 'node:fs'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { join } from 'node:path'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { JPEG, multipart, PDF, purchaseFields } from '#app/server/testing/shop.ts'
import { FORM_LIMITS } from '#platform/server/http/form-places.ts'
import { createServer } from '#platform/server/http/server.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { SEED, soak } from '#platform/server/testing/soak.ts'
import { receiveForm } from './receive-form.ts'

interface Form {
  payload: Buffer
  headers: Record<string, string>
}

/** A PNG by its first bytes, with so many pixels a side in its header. */
function pngOf(side: number): Buffer {
  const png = Buffer.alloc(64)
  png.write('89504e470d0a1a0a0000000d49484452', 'hex')
  png.writeUInt32BE(side, 16)
  png.writeUInt32BE(side, 20)
  return png
}

/** A proof of that length. */
const photo = (bytes: number) => Buffer.concat([JPEG, Buffer.alloc(bytes - JPEG.length, 7)])
const formOf = (bytes: number) =>
  multipart(purchaseFields(1), { bytes: photo(bytes), name: 'pago.jpg', type: 'image/jpeg' })

/** A body without a declared length. */
async function* inPieces(payload: Buffer, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < payload.length; at += length) yield new Uint8Array(payload.subarray(at, at + length))
}

async function send(address: string, { payload, headers }: Form, way: 'whole' | 'streamed') {
  const answer = await fetch(address, {
    method: 'POST',
    headers,
    ...(way === 'whole'
      ? { body: new Uint8Array(payload) }
      : { body: inPieces(payload, Math.max(777, payload.length / 20)) as never, duplex: 'half' }),
  })
  return { status: answer.status, body: await answer.text() }
}

onSqlite('a form that arrives', (setup) => {
  const servers: FastifyInstance[] = []
  afterEach(async () => {
    for (const server of servers.splice(0)) {
      server.server.closeAllConnections()
      await server.close()
    }
  })

  /**
   * A server that reads forms, keeps their proofs and answers with the result; `ways` counts the open ones, and those that the parser of streams
   * read.
   */
  async function open() {
    const ctx = await setup.context({ config: { abuseLimits: false } })
    const ways = { open: 0, streamed: 0 }
    const app = await createServer(ctx)
    app.post('/formulario', async (request) => {
      // As a call that asks the database something before it reads the form.
      if (request.headers['x-espera']) await new Promise((resolve) => request.raw.once('close', resolve))
      const parts = request.parts.bind(request)
      request.parts = (...options) => {
        ways.streamed++
        return parts(...options)
      }
      ways.open++
      const { fields, proof } = await receiveForm(ctx, request).finally(() => ways.open--)
      await proof?.file.commit()
      const { id, file: _, ...told } = proof ?? { id: '', file: null }
      return { fields, told, kept: id === '' ? null : ((await ctx.files.read(id))?.toString('base64') ?? null) }
    })
    servers.push(app)
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const address = `http://127.0.0.1:${port}/formulario`
    const unfinished = () => readdirSync(join(ctx.config.dataDir, 'archivos')).filter((name) => name.endsWith('.part'))
    return { ctx, port, address, unfinished, ways }
  }

  /** The same form both ways: with its length, or without. */
  async function bothWays(address: string, form: Form) {
    const whole = await send(address, form, 'whole')
    return { whole, streamed: await send(address, form, 'streamed') }
  }

  test('is read, kept or refused in the same words, whether it comes whole or as a stream', async () => {
    const { address, ctx, unfinished } = await open()
    const file = (bytes: Uint8Array, name = 'pago.jpg') => ({ bytes, name, type: 'image/jpeg' })
    const fields = purchaseFields(1)
    const usual = await multipart(fields)
    const changed = (change: (text: string) => string): Form => ({
      headers: usual.headers,
      payload: Buffer.from(change(usual.payload.toString('latin1')), 'latin1'),
    })
    const typed = (type: string, payload = usual.payload): Form => ({ payload, headers: { 'content-type': type } })
    const short = (text: string) => typed('multipart/form-data; boundary=x', Buffer.from(text))
    const many = Object.fromEntries(Array.from({ length: FORM_LIMITS.fields + 1 }, (_, each) => [`campo${each}`, 'x']))
    const second = 'Content-Disposition: form-data; name="a"; filename="b"\r\n\r\nx\r\n'
    const forms: [string, Form, number][] = [
      ['as it should be', usual, 200],
      ['a PDF with a long name', await multipart(fields, file(PDF, `${'ñ'.repeat(200)}.pdf`)), 200],
      ['a large proof', await formOf(700_001), 200],
      ['the largest proof', await formOf(FORM_LIMITS.fileSize), 200],
      ['one byte more', await formOf(FORM_LIMITS.fileSize + 1), 413],
      ['a name with its folder', await multipart(fields, file(JPEG, 'C:\\fotos\\pago.jpg')), 200],
      ['a name that is a folder', await multipart(fields, file(JPEG, '..')), 200],
      ['no file', await multipart(fields, null), 200],
      ['an empty file', await multipart(fields, file(Buffer.alloc(0))), 200],
      ['a text', await multipart(fields, file(Buffer.from('hola'))), 415],
      ['too many pixels', await multipart(fields, file(pngOf(7_000))), 413],
      ['too many fields', await multipart(many, null), 400],
      ['a value too long', await multipart({ ...fields, nombre: 'ñ'.repeat(10_001) }), 200],
      ['a null character', await multipart({ ...fields, nombre: 'a\0b' }), 400],
      ['a field of every object', await multipart({ ...fields, valueOf: 'x' } as never), 400],
      ['a file of another name', changed((text) => text.replace('name="comprobante"', 'name="otro"')), 200],
      ['two files', changed((text) => text.replace(/^(--.*\r\n)/, `$1${second}$1`)), 400],
      ['JSON', changed((text) => text.replace('name="nombre"', '$&\r\nContent-Type: application/json')), 400],
      ['an open quote', changed((text) => text.replace('name="nombre"', 'name="nombre')), 200],
      ['a part without a name', changed((text) => text.replace('Content-Disposition: form-data; ', 'X-')), 200],
      ['without its end', changed((text) => text.slice(0, -4)), 400],
      ['cut in its file', changed((text) => text.slice(0, -100)), 400],
      ['with something before and behind', changed((text) => `antes\r\n${text}después`), 200],
      ['none', short('hola'), 400],
      ['empty', short(''), 200],
      ['only its end', short('--x--'), 200],
      ['of another boundary', typed('multipart/form-data; boundary=otra'), 400],
      ['without a boundary', typed('multipart/form-data'), 400],
      ['of another type', typed('text/plain'), 415],
    ]
    for (const [name, form, status] of forms) {
      const { whole, streamed } = await bothWays(address, form)
      expect(whole, name).toEqual(streamed)
      expect(whole.status, `${name}: ${whole.body.slice(0, 300)}`).toBe(status)
    }
    expect(unfinished()).toEqual([])
    expect(ctx.lines.filter((line) => line.includes('"level":50'))).toEqual([])
  })

  test(`damaged anywhere it has the same answer both ways (seed ${SEED})`, async () => {
    const { address, unfinished } = await open()
    const usual = await formOf(1_000)
    const piece = fc.constantFrom('', '\r\n', '--', '\0', '"', '\\', ';', 'Content-Type: application/json\r\n', 'ñ')
    await fc.assert(
      fc.asyncProperty(fc.nat(usual.payload.length), fc.nat(200), piece, async (at, length, instead) => {
        const { payload, headers } = usual
        const damaged = Buffer.concat([payload.subarray(0, at), Buffer.from(instead), payload.subarray(at + length)])
        const { whole, streamed } = await bothWays(address, { payload: damaged, headers })
        expect(whole).toEqual(streamed)
      }),
      { seed: SEED, numRuns: soak(80, 5_000) },
    )
    expect(unfinished()).toEqual([])
  })

  /** Begins forms that announce that many bytes, and sends so much of each. */
  async function begin(
    port: number,
    { headers, payload }: Form,
    bytes: number,
    count: number,
    announced = 6_000_000,
  ): Promise<Socket[]> {
    const head = `POST /formulario HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${headers['content-type']}\r\nContent-Length: ${announced}\r\n\r\n`
    return Promise.all(
      Array.from({ length: count }, () => {
        const socket = connect(port, '127.0.0.1')
        socket.on('error', () => {})
        return new Promise<Socket>((resolve) => {
          socket.write(Buffer.concat([Buffer.from(head), payload.subarray(0, bytes)]), () => resolve(socket))
        })
      }),
    )
  }

  test('300 that stop in their middle keep nobody out, and leave nothing', async () => {
    const { address, port, unfinished } = await open()
    const usual = await formOf(300_000)
    const sockets = await begin(port, usual, 70_000, 300)
    await expect.poll(() => unfinished().length).toBe(300)
    for (let buyer = 0; buyer < 5; buyer++) expect((await send(address, usual, 'whole')).status).toBe(200)
    for (const socket of sockets) socket.destroy()
    await expect.poll(unfinished).toEqual([])
  })

  test('is read whole while there are buffers, and as it arrives without: slow ones keep nobody out and give them back', async () => {
    const { address, port, unfinished, ways } = await open()
    const usual = await formOf(300_000)
    const first = await send(address, usual, 'whole')
    expect([first.status, ways.streamed]).toEqual([200, 0])
    for (const round of [1, 2]) {
      const slow = await begin(port, usual, 70_000, 70, 400_000)
      // 64 of them have a buffer: the others wait on the disk.
      await expect.poll(() => unfinished().length).toBe(6)
      expect(await send(address, usual, 'whole')).toEqual(first)
      expect(ways.streamed).toBe(round * 7)
      for (const socket of slow) socket.destroy()
      await expect.poll(() => ways.open).toBe(0)
      expect(unfinished()).toEqual([])
    }
    const together = await Promise.all(Array.from({ length: 60 }, () => send(address, usual, 'whole')))
    for (const each of together) expect(each).toEqual(first)
    expect(ways.streamed).toBe(14)
  })

  test.each([100, 50_000, 100_000, 400_000])('leaves nothing when its client goes after %i bytes', async (bytes) => {
    const { ctx, port, unfinished } = await open()
    for (const announced of [500_000, 1_000_000]) {
      const [socket] = await begin(port, await formOf(1_000_000), bytes, 1, announced)
      socket?.destroy()
    }
    await expect.poll(() => ctx.lines.filter((line) => line.includes('SOLICITUD_CORTADA'))).toHaveLength(2)
    await expect.poll(unfinished).toEqual([])
  })

  test('is given up when its client is gone before anybody reads it, whichever way it came', async () => {
    const { ctx, port } = await open()
    const { headers, payload } = await formOf(1_000)
    for (const length of ['Content-Length: 6000000', 'Transfer-Encoding: chunked']) {
      const socket = connect(port, '127.0.0.1')
      const head = `POST /formulario HTTP/1.1\r\nHost: localhost\r\nX-Espera: 1\r\nContent-Type: ${headers['content-type']}\r\n${length}\r\n\r\n`
      socket.write(Buffer.concat([Buffer.from(head), payload.subarray(0, 100)]), () => socket.destroy())
    }
    await expect.poll(() => ctx.lines.filter((line) => line.includes('SOLICITUD_CORTADA'))).toHaveLength(2)
  })
})
