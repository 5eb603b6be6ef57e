import { expect, test } from 'vitest'
import { onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import { createApp } from '../create-app.ts'
import { multipart, openShop, purchaseFields } from '../testing/shop.ts'

const ELSEWHERE = 'https://rifas.example'
const STRANGER = 'https://rifas.example.malo.test'
const PUBLIC = [
  '/api/rifas',
  '/api/rifas/rifas/1',
  '/api/rifas/1/status',
  '/api/rifas/1/numeros',
  '/api/rifas/metodo-pago',
]
const PRIVATE = ['/api/panel/estado', '/api/panel/compras', '/api/docs', '/api/salud', '/api/rifasx']

/** Some requests here are not in the API's document. */
async function openServer(setup: Setup, allowedOrigins: string[]) {
  const { ctx } = await openShop(setup, {}, { config: { allowedOrigins } })
  return createApp(ctx, null)
}

onSqlite('pages of another origin', (setup) => {
  const open = (allowedOrigins: string[]) => openServer(setup, allowedOrigins)
  const ask = (origin: string, method: string) => ({
    origin,
    'access-control-request-method': method,
    'access-control-request-headers': 'content-type,idempotency-key',
  })

  test('that is listed may use every public call, and is told so beforehand; never with cookies', async () => {
    const app = await open([ELSEWHERE])
    for (const url of PUBLIC) {
      const { headers } = await app.inject({ url, headers: { origin: ELSEWHERE } })
      expect(headers['access-control-allow-origin'], url).toBe(ELSEWHERE)
      expect(String(headers.vary).split(/, ?/), url).toContain('Origin')
      // The check of a draw reads the time of the server.
      expect(String(headers['access-control-expose-headers']).split(', '), url).toContain('date')
    }
    for (const [method, url] of [
      ['POST', '/api/rifas/1/apartados'],
      ['POST', '/api/rifas/apartado/soltar'],
      ['POST', '/api/rifas/participantes/manual'],
    ] as const) {
      const { statusCode, headers } = await app.inject({ method: 'OPTIONS', url, headers: ask(ELSEWHERE, method) })
      expect(statusCode).toBe(204)
      expect(headers['access-control-allow-origin']).toBe(ELSEWHERE)
      expect(headers['access-control-allow-methods']).toContain(method)
      expect(headers['access-control-allow-headers']).toContain('idempotency-key')
      expect(headers['access-control-allow-credentials']).toBeUndefined()
    }
    // Its page reads why it was refused.
    const refused = await app.inject({ url: '/api/rifas/rifas/9', headers: { origin: ELSEWHERE } })
    expect([refused.statusCode, refused.headers['access-control-allow-origin']]).toEqual([404, ELSEWHERE])
  })

  test('buys there as a client of the specification does', async () => {
    const app = await open([ELSEWHERE])
    const { payload, headers } = await multipart(purchaseFields(1))
    const url = '/api/rifas/participantes'
    const answer = await app.inject({ method: 'POST', url, payload, headers: { ...headers, origin: ELSEWHERE } })
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([201, ELSEWHERE])
  })

  test('that is not listed is told nothing, and nobody is of the panel', async () => {
    const app = await open([ELSEWHERE])
    for (const [origin, urls] of [
      [STRANGER, PUBLIC],
      ['null', PUBLIC],
      [ELSEWHERE, PRIVATE],
    ] as const) {
      for (const url of urls) {
        for (const method of ['GET', 'OPTIONS'] as const) {
          const { headers, statusCode } = await app.inject({ method, url, headers: ask(origin, 'POST') })
          expect(headers['access-control-allow-origin'], `${method} ${url} of ${origin}`).toBeUndefined()
          if (method === 'OPTIONS') expect(statusCode).toBe(404)
        }
      }
    }
  })

  test('nobody is listed unless the operator says so', async () => {
    const app = await open([])
    for (const method of ['GET', 'OPTIONS'] as const) {
      const { headers } = await app.inject({ method, url: '/api/rifas/1/status', headers: ask(ELSEWHERE, 'GET') })
      expect(headers['access-control-allow-origin']).toBeUndefined()
    }
  })
})

onSqlite('the number of a raffle in a path', (setup) => {
  test('is written in one way: everything else is no raffle', async () => {
    const app = await openServer(setup, [])
    expect((await app.inject('/api/rifas/rifas/1')).statusCode).toBe(200)
    for (const id of ['1e0', '0x1', '01', '+1', '1.0', '%201', '-1', '0', '2147483648', '99999999999', 'uno'])
      for (const url of [`/api/rifas/rifas/${id}`, `/api/rifas/${id}/status`, `/api/rifas/${id}/numeros`])
        expect((await app.inject(url)).statusCode, url).toBe(404)
  })
})
