import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { ensureBuilt } from '../build.ts'
import { createApp } from '../create-app.ts'
import { pageRoutes } from '../pages/pages.ts'
import { schema } from '../schema.ts'

/** One request as bytes; its answer's status and code, or a page. */
type Row = [name: string, request: string, status: number, code: string | 'page']

const HOST = 'Host: localhost'
const get = (path: string, ...more: string[]) => [`GET ${path} HTTP/1.1`, HOST, ...more, '', ''].join('\r\n')
const post = (path: string, type: string, body: string, ...more: string[]) =>
  [`POST ${path} HTTP/1.1`, HOST, type, `Content-Length: ${Buffer.byteLength(body)}`, ...more, '', body].join('\r\n')
const JSON_TYPE = 'Content-Type: application/json'
const FORM_TYPE = 'Content-Type: multipart/form-data; boundary=b'
const HOLD = '/api/rifas/1/apartados'
const REPORT = '/api/rifas/participantes'

const INVALID = 'SOLICITUD_INVALIDA'
const LARGE = 'SOLICITUD_MUY_GRANDE'
const TYPE = 'TIPO_NO_ADMITIDO'

const TABLE: Row[] = [
  ['a byte that is no text', get('/api/rifas/participante/cedula/%ff'), 400, INVALID],
  ['half a character', 'DELETE /api/panel/bloqueados/%ED%A0%80 HTTP/1.1\r\nHost: a\r\n\r\n', 400, INVALID],
  ['a percent sign alone', get('/api/rifas/%'), 400, INVALID],
  ['a cut percent code', get('/api/rifas/1/numeros%2'), 400, INVALID],
  ['a call of the panel so', get('/api/panel/compras/%c3%28'), 400, INVALID],
  ['a page so', get('/rifa%ff'), 404, 'page'],
  ['a page with half a character', get('/%ED%A0%80'), 404, 'page'],
  ['an asset so', get('/assets/%ff.js'), 404, 'page'],
  ['a parameter too long', get(`/api/rifas/participante/cedula/${'1'.repeat(300)}`), 414, INVALID],
  ['an address too long', get(`/api/rifas/${'a'.repeat(20_000)}`), 431, LARGE],
  ['a header too long', get('/api/rifas', `X-A: ${'a'.repeat(20_000)}`), 431, LARGE],
  ['a method that is none', 'ROBAR /api/rifas HTTP/1.1\r\nHost: a\r\n\r\n', 400, INVALID],
  ['a method that nothing has', `PROPFIND /api/rifas HTTP/1.1\r\n${HOST}\r\n\r\n`, 404, 'NO_EXISTE'],
  ['a method of another call', `PUT ${HOLD} HTTP/1.1\r\n${HOST}\r\nContent-Length: 0\r\n\r\n`, 404, 'NO_EXISTE'],
  ['no HTTP', 'hola\r\n\r\n', 400, INVALID],
  ['a handshake of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400, INVALID],
  ['another version', 'GET /api/rifas HTTP/9.9\r\nHost: a\r\n\r\n', 400, INVALID],
  ['no host', 'GET /api/rifas HTTP/1.1\r\n\r\n', 400, INVALID],
  ['a header that is none', get('/api/rifas', 'sin dos puntos'), 400, INVALID],
  ['a header with a control character', get('/api/rifas', 'X-A: a\x01b'), 400, INVALID],
  ['two lengths', get('/api/rifas', 'Content-Length: 1', 'Content-Length: 2'), 400, INVALID],
  ['a length that is none', `POST ${HOLD} HTTP/1.1\r\n${HOST}\r\nContent-Length: mil\r\n\r\n`, 400, INVALID],
  ['length and chunks', post(HOLD, JSON_TYPE, '{}', 'Transfer-Encoding: chunked'), 400, INVALID],
  [
    'a chunk that is none',
    `POST ${HOLD} HTTP/1.1\r\n${HOST}\r\n${JSON_TYPE}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
    400,
    INVALID,
  ],
  ['what it expects', post(HOLD, JSON_TYPE, '{}', 'Expect: un-milagro'), 417, INVALID],
  ['JSON that is none', post(HOLD, JSON_TYPE, '{"cantidad_tickets":'), 400, INVALID],
  ['JSON without anything', post(HOLD, JSON_TYPE, ''), 400, INVALID],
  ['JSON that changes objects', post(HOLD, JSON_TYPE, '{"__proto__":{"a":1}}'), 400, INVALID],
  ['JSON too large', post(HOLD, JSON_TYPE, `"${'a'.repeat(300_000)}"`), 413, LARGE],
  ['another format', post(HOLD, 'Content-Type: text/xml', '<a/>'), 415, TYPE],
  ['a format that is none', post(HOLD, 'Content-Type: ;;;', '{}'), 415, TYPE],
  ['no format', post(HOLD, 'X-A: a', '{}'), 415, TYPE],
  ['a report in JSON', post(REPORT, JSON_TYPE, '{}'), 415, TYPE],
  ['a form without a boundary', post(REPORT, 'Content-Type: multipart/form-data', 'a'), 400, INVALID],
  ['a form that is none', post(REPORT, FORM_TYPE, 'hola'), 400, INVALID],
  [
    'a form that stops',
    post(REPORT, FORM_TYPE, '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx'),
    400,
    INVALID,
  ],
]

onSqlite('broken requests', (setup) => {
  test('each has an answer in Spanish with a code of ours, or a page', async () => {
    const ctx = await setup.context({ schema })
    await ensureBuilt()
    const app = await createApp(ctx, null)
    await pageRoutes(app, ctx)
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    try {
      for (const [name, request, status, code] of TABLE) {
        const { head, body } = await say(port, request)
        expect(head.split('\r\n')[0], name).toContain(`HTTP/1.1 ${status} `)
        expect(head, name).toMatch(/x-content-type-options: nosniff/i)
        expect(body, name).not.toMatch(/FST_|HPE_|statusCode|Bad Request|Not Found|node_modules|at \w+ \(/)
        if (code === 'page') expect(body, name).toMatch(/<html lang="es/)
        else expect(JSON.parse(body), name).toEqual({ code, error: expect.any(String), details: expect.any(String) })
      }
      expect((await say(port, 'GET /api/rifas HTTP/1.0\r\n\r\n')).head).toContain(' 200 ')
      expect((await say(port, get('/api/rifas'))).head).toContain(' 200 ')
    } finally {
      await app.close()
    }
  })
})

/** Sends bytes as they are and reads until the other side has ended. */
function say(port: number, request: string): Promise<{ head: string; body: string }> {
  const text = request.replace(/^((?:GET|POST|PUT|DELETE|PROPFIND)[^\r]*\r\n)/, '$1Connection: close\r\n')
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () => socket.write(Buffer.from(text, 'latin1')))
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', () => socket.destroy())
    socket.setTimeout(20_000, () => reject(new Error(`no answer to ${request.slice(0, 80)}`)))
    socket.on('close', () => {
      const answer = Buffer.concat(chunks).toString()
      const [head = '', body = ''] = answer.split('\r\n\r\n', 2)
      resolve({ head, body: /transfer-encoding: chunked/i.test(head) ? unchunk(answer) : body })
    })
  })
}

function unchunk(answer: string): string {
  return answer.slice(answer.indexOf('\r\n\r\n') + 4).replace(/(?:^|\r\n)[0-9a-f]+\r\n/g, '')
}
