import { readdirSync } from 'node:fs'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { onBothEngines, onSqlite } from '#platform/server/testing/engines.ts'
import { audit } from '../../cli/audit.ts'
import { createApp } from '../create-app.ts'
import { addDraft, JPEG, multipart, openShop, purchaseFields, report, type Shop, signInOwner } from '../testing/shop.ts'

const NUL = '\0'

/** A stranger's answer to a call with U+0000 in it. */
const REFUSED = [400, 'CARACTER_NO_ADMITIDO']

function sent(answer: { statusCode: number; json(): { code: string } }) {
  return [answer.statusCode, answer.json().code]
}

function post(shop: Shop, url: string, payload: object, headers: Record<string, string> = {}) {
  return shop.app.inject({ method: 'POST', url, payload, headers })
}

/** The shop on a port of its own, and a report's form as bytes. */
async function serve({ ctx, id }: Shop) {
  const server = await createApp(ctx, null)
  await server.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => server.close())
  const { port } = server.server.address() as AddressInfo
  const { payload, headers } = await multipart(purchaseFields(id))
  const head = (length: number, more = '') =>
    Buffer.from(
      `POST /api/rifas/participantes HTTP/1.1\r\nHost: localhost\r\n${more}Content-Type: ${headers['content-type']}\r\nContent-Length: ${length}\r\n\r\n`,
    )
  const folder = join(ctx.config.dataDir, 'archivos')
  const faults = () => ctx.lines.filter((line) => line.includes('"level":50'))
  return { server, port, payload, head, folder, faults }
}

onSqlite('U+0000', (setup) => {
  test('is refused in the address, in cookies, in JSON, and in fields and names of a form, by every call', async () => {
    const shop = await openShop(setup)
    const owner = await signInOwner(shop)
    expect(sent(await shop.app.inject('/api/rifas/participante/cedula/V123%0045678'))).toEqual(REFUSED)
    expect(sent(await shop.app.inject({ url: '/api/panel/compras?q=a%00b', headers: owner }))).toEqual(REFUSED)
    const cookie = '__Host-sesion=a%00b; sesion=a%00b'
    expect(sent(await shop.app.inject({ url: '/api/panel/compras', headers: { cookie } }))).toEqual(REFUSED)
    for (const [url, payload] of [
      ['/api/rifas/participante/buscar', { cedula: `V1234${NUL}5678` }],
      ['/api/rifas/mi-compra', { secreto: `a${NUL}b` }],
      [`/api/rifas/${shop.id}/apartados`, { cantidad_tickets: 2, numeros_seleccionados: ['01', `0${NUL}2`] }],
      [`/api/rifas/${shop.id}/apartados`, { cantidad_tickets: 2, [`a${NUL}`]: { deep: [{ deeper: 1 }] } }],
      ['/api/panel/sesion', { correo: `a${NUL}@b.test`, clave: 'x' }],
    ] as const) {
      expect(sent(await post(shop, url, payload, owner)), url).toEqual(REFUSED)
    }
    for (const field of Object.keys(purchaseFields(shop.id))) {
      expect(sent(await report(shop, { [field]: `a${NUL}b` })), field).toEqual(REFUSED)
    }
    const named = await report(shop, {}, { proof: { bytes: JPEG, name: 'pago.jpg', type: 'image/jpeg' } })
    expect(named.statusCode).toBe(201)
    const { payload, headers } = await multipart(purchaseFields(shop.id, { referencia: '1122334455' }))
    const renamed = Buffer.from(payload.toString('latin1').replace('pago.jpg', `pa${NUL}o.jpg`), 'latin1')
    const odd = await shop.app.inject({ method: 'POST', url: '/api/rifas/participantes', payload: renamed, headers })
    expect(sent(odd)).toEqual(REFUSED)
    const corrected = await multipart({ secreto: named.json().secreto, referencia: `99${NUL}88776655` }, null)
    const correction = { method: 'POST' as const, url: '/api/rifas/mi-compra/corregir', ...corrected }
    expect(sent(await shop.app.inject(correction))).toEqual(REFUSED)
    expect(shop.ctx.lines.filter((line) => line.includes('"level":50'))).toEqual([])
  })
})

/** A form whose last field is encoded in UTF-16. */
function inUtf16(fields: Record<string, string>, name: string, value: string) {
  const piece = (head: string, content: Buffer) =>
    Buffer.concat([
      Buffer.from(`--limite\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      content,
      Buffer.from('\r\n'),
    ])
  const parts = Object.entries(fields).map(([each, text]) => piece(`name="${each}"`, Buffer.from(text)))
  const wide = `name="${name}"\r\nContent-Type: text/plain; charset=utf-16le`
  const proof = 'name="comprobante"; filename="a.jpg"\r\nContent-Type: image/jpeg'
  const end = Buffer.from('--limite--\r\n')
  const payload = Buffer.concat([...parts, piece(wide, Buffer.from(value, 'utf16le')), piece(proof, JPEG), end])
  return { payload, headers: { 'content-type': 'multipart/form-data; boundary=limite' } }
}

onSqlite('half of a character', (setup) => {
  test('is refused in JSON and in a form that brings one', async () => {
    const shop = await openShop(setup)
    const owner = await signInOwner(shop)
    for (const [url, payload] of [
      ['/api/rifas/participante/buscar', { cedula: 'V12345678\ud800' }],
      [`/api/rifas/${shop.id}/apartados`, { cantidad_tickets: 2, numeros_seleccionados: ['01', '\udc00'] }],
      ['/api/panel/sesion', { correo: 'a@b.test', clave: { deep: ['\ud83d'] } }],
      ['/api/panel/rifas', { 'titulo\ud83d': 'Moto' }],
    ] as const) {
      expect(sent(await post(shop, url, payload, owner)), url).toEqual(REFUSED)
    }
    const url = '/api/rifas/participantes'
    const half = inUtf16(purchaseFields(shop.id), 'terminos', '\ud800x')
    expect(sent(await shop.app.inject({ method: 'POST', url, ...half }))).toEqual(REFUSED)
    const whole = inUtf16(purchaseFields(shop.id), 'terminos', '😀')
    expect((await shop.app.inject({ method: 'POST', url, ...whole })).statusCode).toBe(201)
    expect(await audit(shop.ctx)).toEqual([])
  })
})

onBothEngines('half of a character', (setup) => {
  test('is left by no cut: a long text ends before it, and is written as the books were told', async () => {
    const shop = await openShop(setup)
    const owner = await signInOwner(shop)
    const name = `${'a'.repeat(119)}😀.jpg`
    const answer = await report(
      shop,
      { terminos: `${'a'.repeat(39)}😀` },
      { proof: { bytes: JPEG, name, type: 'image/jpeg' } },
    )
    expect(answer.statusCode, answer.body).toBe(201)
    for (let most = 105; most <= 120; most++) {
      const titulo = `${'a'.repeat(most - 2)}🎉`
      const copied = await addDraft(shop.ctx, { titulo })
      const copy = await post(shop, `/api/panel/rifas/${copied}/duplicar`, { clave: `copia numero ${most}` }, owner)
      expect(copy.statusCode, copy.body).toBeLessThan(300)
    }
    expect(await audit(shop.ctx)).toEqual([])
  })
})

onSqlite('a value that is no number', (setup) => {
  test('is told so, also an escaped U+0000 in a list within a field', async () => {
    const shop = await openShop(setup)
    for (const bad of ['\0', '\ud800', '"', '\\', 'x'.repeat(12)]) {
      const numeros = JSON.stringify(['12', bad])
      const answer = await report(shop, { numeros_seleccionados: numeros }, { manual: true })
      expect(sent(answer), numeros).toEqual([422, 'NUMERO_INVALIDO'])
    }
  })
})

onSqlite('a form that cannot be read', (setup) => {
  test('is refused with 4xx: without a boundary, with another one, cut off anywhere, or of another type', async () => {
    const shop = await openShop(setup, { total_numeros: 1_000 })
    const { payload, headers } = await multipart(purchaseFields(shop.id))
    const type = headers['content-type'] ?? ''
    const urls = ['/api/rifas/participantes', '/api/rifas/participantes/manual', '/api/rifas/mi-compra/corregir']
    const types = [
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/form-data; boundary=other',
      'text/plain',
    ]
    const bodies = types.map((each) => ({ type: each, payload }))
    for (let length = 0; length < payload.length; length += 37)
      bodies.push({ type, payload: payload.subarray(0, length) })
    const statuses = new Set<number>()
    for (const url of urls) {
      for (const body of bodies) {
        const answer = await shop.app.inject({
          method: 'POST',
          url,
          payload: body.payload,
          headers: { 'content-type': body.type },
        })
        statuses.add(answer.statusCode)
        expect(answer.statusCode, `${url} ${body.type} ${body.payload.length}`).toBeLessThan(500)
        expect(answer.statusCode).toBeGreaterThanOrEqual(400)
        expect(answer.json().error).toMatch(/\p{L}/u)
      }
    }
    expect([...statuses].length).toBeGreaterThan(1)
    expect(shop.ctx.lines.filter((line) => line.includes('"level":50'))).toEqual([])
    expect(readdirSync(join(shop.ctx.config.dataDir, 'archivos'))).toEqual([])
  })

  test('an upload that its client drops leaves no file, and a counted line that is no error', async () => {
    const shop = await openShop(setup)
    const { port, payload, head, folder, faults } = await serve(shop)
    const DROPS = 200
    for (let batch = 0; batch < DROPS; batch += 50) {
      await Promise.all(
        Array.from({ length: 50 }, (_, each) => {
          // Some end in the fields, some in the file.
          const part = payload.subarray(0, each % 2 === 0 ? 300 : payload.length - 60)
          return new Promise<void>((resolve) => {
            const begun = Buffer.concat([head(4_000_000), part])
            const socket = connect(port, '127.0.0.1', () => socket.write(begun, () => socket.destroy()))
            socket.on('close', () => resolve())
          })
        }),
      )
    }
    const drops = () => shop.ctx.lines.filter((line) => line.includes('SOLICITUD_CORTADA'))
    await expect.poll(drops).toHaveLength(DROPS)
    expect(drops().at(-1)).toContain(`"count":${DROPS}`)
    expect(drops().every((line) => line.includes('"level":30') && !line.includes('    at '))).toBe(true)
    expect(faults()).toEqual([])
    await expect.poll(() => readdirSync(folder)).toEqual([])
  })
})

onSqlite('a connection that is reset', (setup) => {
  test('behind a whole form is no error of ours', async () => {
    const { server, port, payload, head, faults } = await serve(
      await openShop(setup, {}, { config: { abuseLimits: true } }),
    )
    const asked = vi.fn()
    server.server.on('request', asked)
    for (let time = 0; time < 150; time++) {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => {})
      socket.write(Buffer.concat([head(payload.length), payload]), () => socket.resetAndDestroy())
    }
    await expect.poll(() => asked.mock.calls.length).toBeGreaterThan(100)
    await expect.poll(() => server.server.connections ?? 0).toBe(0)
    expect(faults()).toEqual([])
  })
})

onSqlite('slow forms', (setup) => {
  test('200 of them keep nobody out: a new one takes the place of one that does not move', async () => {
    for (const guarded of [true, false]) {
      const config = { trustedProxies: ['127.0.0.1'], ...(guarded && { abuseLimits: true }) }
      const shop = await openShop(setup, { total_numeros: 1_000 }, { config })
      const { port, payload, head, folder } = await serve(shop)
      const buy = async (from: string, referencia: string) => {
        const form = await multipart(purchaseFields(shop.id, { referencia }))
        const answer = await fetch(`http://127.0.0.1:${port}/api/rifas/participantes`, {
          method: 'POST',
          headers: { ...form.headers, 'x-forwarded-for': from },
          body: new Uint8Array(form.payload),
        })
        return answer.status
      }
      const parts = () => readdirSync(folder).filter((name) => name.endsWith('.part')).length
      const begun = [head(4_000_000, 'X-Forwarded-For: 203.0.113.5\r\n'), payload.subarray(0, payload.length - 60)]
      const sockets: Socket[] = []
      try {
        for (let slow = 0; slow < 200; slow++)
          sockets.push(
            connect(port, '127.0.0.1')
              .on('error', () => undefined)
              .unref(),
          )
        for (const socket of sockets) socket.write(Buffer.concat(begun))
        // One connection may have 40 simultaneously, and while they are young nobody takes their places.
        await expect.poll(parts).toBe(guarded ? 40 : 200)
        expect(await buy('203.0.113.5', '7700000001')).toBe(guarded ? 503 : 201)
        expect(await buy('203.0.113.6', '7700000002')).toBe(201)
        shop.ctx.clock.advance(10_000)
        for (let buyer = 0; buyer < 10; buyer++) expect(await buy('203.0.113.5', `88000000${10 + buyer}`)).toBe(201)
        if (guarded) await expect.poll(parts).toBeLessThan(40)
        else expect(parts()).toBe(200)
      } finally {
        for (const socket of sockets) socket.destroy()
      }
      await expect.poll(parts).toBe(0)
    }
  })
})

onSqlite('the page of another site', (setup) => {
  const [ELSEWHERE, LISTED] = ['https://otra.example', 'https://rifas.example']
  const mutations = (shop: Shop): [string, object][] => [
    [`/api/rifas/${shop.id}/apartados`, { cantidad_tickets: 2 }],
    ['/api/rifas/participante/buscar', { cedula: 'V12345678' }],
    ['/api/rifas/mi-compra', { secreto: 'x' }],
  ]

  test('cannot make a browser hold, report, correct or look up; our own page, a program and a listed origin can', async () => {
    const shop = await openShop(setup, {}, { config: { allowedOrigins: [LISTED] } })
    const form = await multipart(purchaseFields(shop.id))
    const sendForm = (url: string, headers: Record<string, string>) =>
      shop.app.inject({ method: 'POST', url, payload: form.payload, headers: { ...form.headers, ...headers } })
    const cross = { 'sec-fetch-site': 'cross-site', origin: ELSEWHERE }
    for (const headers of [
      cross,
      { ...cross, origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: 'https://otra.rifas.example' },
      // Over plain http browsers only name the page's origin.
      { origin: `${LISTED}.malo.test` },
      { origin: 'null' },
    ]) {
      for (const [url, payload] of mutations(shop)) {
        expect(sent(await post(shop, url, payload, headers)), url).toEqual([403, 'ORIGEN_NO_PERMITIDO'])
      }
      for (const url of [
        '/api/rifas/participantes',
        '/api/rifas/participantes/manual',
        '/api/rifas/mi-compra/corregir',
      ]) {
        expect(sent(await sendForm(url, headers)), url).toEqual([403, 'ORIGEN_NO_PERMITIDO'])
      }
    }
    expect((await shop.ctx.db.read.selectFrom('outbox').select('id').execute()).length).toBe(0)
    // A link from elsewhere still opens read-only calls.
    expect((await shop.app.inject({ url: '/api/rifas', headers: cross })).statusCode).toBe(200)
    const own = { 'sec-fetch-site': 'same-origin', origin: 'http://localhost' }
    for (const headers of [
      own,
      {},
      { ...cross, origin: LISTED },
      { 'sec-fetch-site': 'same-origin' },
      { origin: LISTED },
      { host: 'rifa.example', origin: 'https://rifa.example' },
    ]) {
      expect((await post(shop, `/api/rifas/${shop.id}/apartados`, { cantidad_tickets: 2 }, headers)).statusCode).toBe(
        201,
      )
    }
    expect((await sendForm('/api/rifas/participantes', own)).statusCode).toBe(201)
  })
})
