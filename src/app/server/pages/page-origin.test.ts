import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { createServer } from '#platform/server/http/server.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { ensureBuilt } from '../build.ts'
import { schema } from '../schema.ts'
import { createOrigins, pageRoutes } from './pages.ts'

onSqlite('pages without PUBLIC_URL', (setup) => {
  test('name the address that their visitor used, however many others were made up before and between', async () => {
    await ensureBuilt()
    const ctx = await setup.context({ schema, config: { publicUrl: null } })
    const app = await createServer(ctx)
    await pageRoutes(app, ctx)
    const ask = async (host: string) => (await app.inject({ url: '/', headers: { host } })).body
    const first = await ask('rifas.example')
    for (let made = 0; made < 40; made++) {
      const body = await ask(`inventado-${made}.example`)
      expect(body).toContain(`<meta property="og:url" content="http://inventado-${made}.example/">`)
      expect(await ask('rifas.example')).toBe(first)
      expect(first).toContain('<meta property="og:url" content="http://rifas.example/">')
    }
    expect(first).not.toContain('.invalid')
    expect(await ask('nueva.example:8080')).toContain('content="http://nueva.example:8080/"')
    // An invalid host is never written into a page.
    expect(await ask('"><script>')).toContain('<meta property="og:url" content="/">')
  })
})

test('an address with a share of the requests keeps its pages; made-up ones leave nothing behind', () => {
  const origins = createOrigins(() => null)
  let kept = 0
  for (let made = 0; made < 3_000; made++) {
    origins.keeps(`http://inventado-${made}.example`)
    if (made % 10 === 0 && origins.keeps('http://rifas.example')) kept++
  }
  expect(kept).toBeGreaterThan(250)
  const made = Array.from({ length: 3_000 }, (_, index) => `http://inventado-${index}.example`)
  expect(made.filter((origin) => origins.knows(origin)).length).toBeLessThanOrEqual(16)
})

test('with PUBLIC_URL a Host header has no effect', () => {
  const origins = createOrigins(() => 'https://rifas.example')
  expect(origins.of({ host: 'otra.example', protocol: 'http' } as FastifyRequest)).toBe('https://rifas.example')
})
