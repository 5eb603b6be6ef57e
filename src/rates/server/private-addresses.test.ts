import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { schema } from '#app/server/schema.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { currentRate } from './current-rate.ts'
import { fetchRates } from './fetch-rate.ts'

/** Addresses to which a hostile source would redirect a server inside somebody's network. */
const PRIVATE = [
  'http://127.0.0.1/',
  'http://localhost:8080/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://0.0.0.0/',
  'http://10.0.0.1/admin',
  'http://172.16.0.1/',
  'http://192.168.1.1/',
  'https://192.168.1.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://metadata.google.internal/computeMetadata/v1/',
  'http://un-nombre-que-lleva-adentro.test/',
  'http://[::1]/',
  'http://[fd00::1]/',
  'http://[fe80::1]/',
  'http://[::ffff:10.0.0.1]/',
  '//10.0.0.1/',
]
/** Its ways: redirects of each kind, and other hints that a browser would follow. */
const WAYS: readonly ((url: string) => [status: number, headers: Record<string, string>])[] = [
  ...[301, 302, 303, 307, 308].map(
    (status) => (url: string) => [status, { location: url }] as [number, { location: string }],
  ),
  (url) => [200, { refresh: `0; url=${url}` }],
  (url) => [200, { link: `<${url}>; rel=preload`, 'alt-svc': `h2="${url.replace(/^\w*:?\/\/|\/.*$/g, '')}:80"` }],
  (url) => [300, { location: url, 'content-location': url }],
]
const reading = (moneda: string, promedio: number) =>
  JSON.stringify({ moneda, promedio, fechaActualizacion: '2026-11-20T00:00:00-04:00' })

const servers: Server[] = []
async function listen(server: Server): Promise<number> {
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
afterEach(() => {
  vi.restoreAllMocks()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** Redirects every connection of this process, by number or by name, to that listener; only the source's port is real. */
function standForAll(source: number, inside: number): void {
  const connect = Socket.prototype.connect
  vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...args: unknown[]) {
    const [first] = args
    const options = (Array.isArray(first) ? first[0] : first) as {
      host?: string
      port?: number | string
      path?: string
    }
    if (options.path === undefined && Number(options.port) !== source)
      Object.assign(options, { host: '127.0.0.1', port: inside })
    return Reflect.apply(connect, this, args) as Socket
  })
}

onSqlite('a source that leads elsewhere', (setup) => {
  test('no private address is connected to, by number, by name or by IPv6; control: following the link connects to each', async () => {
    let answer: ReturnType<(typeof WAYS)[number]> | null = null
    const source = await listen(
      createServer((request, response) => {
        const [status, headers] = answer ?? [200, {}]
        response.writeHead(status, { 'content-type': 'application/json', ...headers })
        response.end(request.url === '/v1/euros/oficial' ? reading('EUR', 671.4235) : reading('USD', 582.6862))
      }),
    )
    let connections = 0
    // Each visit is a connection of its own.
    const somebodys = createServer((_request, response) => response.setHeader('connection', 'close').end('secreto'))
    somebodys.on('connection', () => connections++)
    const inside = await listen(somebodys)
    standForAll(source, inside)
    const ctx = await setup.context({ schema, config: { rateSourceUrl: `http://127.0.0.1:${source}` } })
    await fetchRates(ctx)
    const { tasa } = (await currentRate(ctx)) ?? {}
    expect(tasa).toBe('671.42350000')
    for (const url of PRIVATE) {
      for (const way of WAYS) {
        answer = way(url)
        await fetchRates(ctx)
        expect([url, answer, connections]).toEqual([url, answer, 0])
      }
    }
    expect(await currentRate(ctx)).toMatchObject({ tasa })
    // The control: the same, with a client that follows redirects.
    ctx.fetch = (input, init) => fetch(input, { ...init, redirect: 'follow' })
    for (const url of PRIVATE) {
      answer = [302, { location: url }]
      connections = 0
      await fetchRates(ctx)
      expect([url, connections > 0]).toEqual([url, true])
    }
  })
})
