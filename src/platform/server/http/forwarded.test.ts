import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { onSqlite } from '../testing/engines.ts'
import { createServer } from './server.ts'

onSqlite('a visitor behind a proxy', (setup) => {
  test.each([
    ['203.0.113.7:52144', '203.0.113.7'],
    ['203.0.113.7', '203.0.113.7'],
    ['198.51.100.1, 203.0.113.7:1', '203.0.113.7'],
    ['[2001:db8::7]:443', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['2001:db8::7', '2001:db8::7'],
  ])('%s is %s, whatever the port', async (said, ip) => {
    const app = await createServer(await setup.context({ config: { trustedProxies: ['127.0.0.1'] } }))
    app.get('/quien', (request) => ({ ip: request.ip }))
    const answer = await app.inject({ url: '/quien', headers: { 'x-forwarded-for': said } })
    expect(answer.json()).toEqual({ ip })
    await app.close()
  })

  test('a connection waits for its next request longer than the proxies of deploy/ keep it', async () => {
    const app = await createServer(await setup.context())
    const kept = ['Caddyfile', 'nginx.conf'].map((name) =>
      Number(/keepalive(?:_timeout)? (\d+)s/.exec(readFileSync(`deploy/${name}`, 'utf8'))?.[1]),
    )
    expect(app.server.keepAliveTimeout / 1000 - Math.max(...kept)).toBeGreaterThan(5)
  })
})
