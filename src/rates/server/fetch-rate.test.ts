import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { schema } from '#app/server/schema.ts'
import { startJobs } from '#platform/server/jobs/start-jobs.ts'
import { onSqlite, type Setup, type TestCtx } from '#platform/server/testing/engines.ts'
import { ownPort } from '#platform/server/testing/own-port.ts'
import { currentRate } from './current-rate.ts'
import { fetchRates as fetchInTime, ratesJob } from './fetch-rate.ts'
import { readSettings } from './store.ts'

/** Friday 12 June 2026, 10:00 in Caracas. */
const NOW = '2026-06-12T14:00:00Z'
const TODAY = '2026-06-12T00:00:00-04:00'

/** A server that counts its requests. */
interface Host {
  url: string
  server: Server
  connections: number
  paths: string[]
  answer: RequestListener
}

/** A source of a machine with other things to do answers late. */
const fetchRates: typeof fetchInTime = (ctx, options) => fetchInTime(ctx, { patience: 100_000, ...options })

const hosts: Host[] = []
let source: Host
/** Where a hostile answer would like to send us. */
let inside: Host

async function listen(): Promise<Host> {
  const server = createServer((request, response) => {
    host.paths.push(request.url ?? '')
    host.answer(request, response)
  })
  const host: Host = { url: '', server, connections: 0, paths: [], answer: (_request, response) => response.end() }
  server.on('connection', () => host.connections++)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  host.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  hosts.push(host)
  return host
}

beforeAll(async () => {
  source = await listen()
  inside = await listen()
})
afterAll(() => {
  for (const host of hosts) {
    host.server.closeAllConnections()
    host.server.close()
  }
})

type Headers = Record<string, string>

function json(body: string, headers: Headers = {}, status = 200): RequestListener {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
    response.end(body)
  }
}

/** In DolarApi's form; `promedio` is inserted as it is. */
function body(promedio: string, fecha = TODAY, moneda?: string): string {
  const currency = moneda === undefined ? '' : `"moneda":"${moneda}",`
  return `{${currency}"fuente":"oficial","nombre":"Oficial","compra":null,"venta":null,"promedio":${promedio},"fechaActualizacion":"${fecha}"}`
}

function good(euro: string, dollar: string, fecha = TODAY, ...more: [headers?: Headers, status?: number]) {
  return ((request, response) => {
    const isEuro = request.url === '/v1/euros/oficial'
    json(body(isEuro ? euro : dollar, fecha, isEuro ? 'EUR' : 'USD'), ...more)(request, response)
  }) satisfies RequestListener
}

async function open(setup: Setup, base: string | null = source.url): Promise<TestCtx> {
  return setup.context({ schema, now: NOW, config: { rateSourceUrl: base } })
}

async function stored(ctx: TestCtx): Promise<unknown[]> {
  const rows = await ctx.db.read.selectFrom('rates').selectAll().orderBy('id').execute()
  return rows.map((row) => [row.referencia, row.tasa, row.fecha_valor, row.fuente])
}

const GOOD = [
  ['bcv_euro', '671.42350000', '2026-06-12', '127.0.0.1'],
  ['bcv_dolar', '582.68620000', '2026-06-12', '127.0.0.1'],
]

onSqlite('reading the rate', (setup) => {
  test('a good answer is stored exactly, once', async () => {
    const ctx = await open(setup)
    source.answer = good('671.4235', '582.6862')
    source.paths.length = 0
    await fetchRates(ctx)
    await fetchRates(ctx)
    expect(await stored(ctx)).toEqual(GOOD)
    expect(new Set(source.paths)).toEqual(new Set(['/v1/euros/oficial', '/v1/dolares/oficial']))
    expect(await currentRate(ctx)).toMatchObject({ tasa: '671.42350000', referencia: 'bcv_euro', vigente: true })
    source.answer = good('675.1', '585.2', '2026-06-15T00:00:00-04:00')
    await fetchRates(ctx)
    expect(await currentRate(ctx)).toMatchObject({ tasa: '671.42350000' })
    ctx.clock.set('2026-06-15T12:00:00Z')
    expect(await currentRate(ctx)).toMatchObject({ tasa: '675.10000000' })
  })

  test('a refusal is kept for the operator until the source is right again', async () => {
    const ctx = await open(setup)
    source.answer = good('671.4235', '582.6862')
    await fetchRates(ctx)
    source.answer = good('745.3', '585', '2026-06-15T00:00:00-04:00')
    await fetchRates(ctx)
    expect(await readSettings(ctx.db.read)).toMatchObject({
      aviso: expect.stringContaining('10 %'),
      aviso_en: ctx.clock.now(),
    })
    expect(ctx.lines.join()).toContain('TASA_SALTO')
    expect(await stored(ctx)).toEqual([...GOOD, ['bcv_dolar', '585.00000000', '2026-06-15', '127.0.0.1']])
    source.answer = good('680', '585', '2026-06-15T00:00:00-04:00')
    await fetchRates(ctx)
    expect(await readSettings(ctx.db.read)).toMatchObject({ aviso: '', aviso_en: null })
  })
})

const BIG = 1024 * 1024
const HOSTILE: [what: string, answer: () => RequestListener][] = [
  ['HTML', () => json('<html><body>582,68</body></html>', { 'content-type': 'text/html' })],
  ['HTML that says it is JSON', () => json('<html></html>')],
  ['JSON that says it is HTML', () => json(body('618'), { 'content-type': 'text/html' })],
  ['no content type', () => (_request, response) => void response.writeHead(200).end(body('618'))],
  ['an empty body', () => json('')],
  ['JSON cut in half', () => json(body('618').slice(0, -9))],
  ['a list', () => json(`[${body('618')}]`)],
  ['nothing of ours', () => json('{}')],
  ['a negative number', () => json(body('-680'))],
  ['zero', () => json(body('0'))],
  ['NaN', () => json(body('NaN'))],
  ['Infinity', () => json(body('1e999'))],
  ['an exponent', () => json(body('6.18e2'))],
  ['a string', () => json(body('"618"'))],
  ['thousands as they are written there', () => json(body('"1.000,50"'))],
  ['a comma', () => json(body('618,5'))],
  ['too many places', () => json(body('618.123456789'))],
  ['too many digits', () => json(body('6180000000'))],
  ['a rise of 11 %', () => json(body('746'))],
  ['a fall of 11 %', () => json(body('518'))],
  ['a number that lost its point', () => json(body('6714235'))],
  ['the other currency', () => json(body('618', TODAY, 'COP'))],
  ['eight days ahead', () => json(body('618', '2026-06-20T00:00:00-04:00'))],
  ['no date', () => json(body('618', ''))],
  ['a day that is none', () => json(body('618', '2026-02-30'))],
  ['a date without a zone', () => json(body('618', '2026-06-12T00:00:00'))],
  ['yesterday', () => json(body('618', '2026-06-11T00:00:00-04:00'))],
  ['a redirect with a good body', () => json(body('618'), { location: inside.url }, 301)],
  ['an error with a good body', () => json(body('618'), {}, 500)],
  ['no content', () => (_request, response) => void response.writeHead(204).end()],
  ['more than 1 MB', () => json(`${' '.repeat(BIG)}${body('618')}`)],
  [
    'more than 1 MB once unpacked',
    () => (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      response.end(gzipSync(Buffer.concat([Buffer.alloc(20 * BIG, 32), Buffer.from(body('618'))])))
    },
  ],
  [
    'bytes that are no UTF-8',
    () => (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(
        Buffer.concat([Buffer.from('{"x":"'), Buffer.from([0xff, 0xfe]), Buffer.from(`",${body('618').slice(1)}`)]),
      )
    },
  ],
  [
    'a line that drops',
    () => (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' })
      response.write(body('618'))
      setTimeout(() => response.destroy(), 20)
    },
  ],
  ['a line that drops at once', () => (request) => void request.socket.destroy()],
  ['keys of the prototype', () => json('{"__proto__":{"promedio":618,"fechaActualizacion":"2026-06-12"}}')],
]

onSqlite('a source that cannot be believed', (setup) => {
  let known: TestCtx
  beforeAll(async () => {
    known = await open(setup)
    source.answer = good('671.4235', '582.6862')
    await fetchRates(known)
  })

  test.each(HOSTILE)('%s: the price stays, nobody else is asked', async (_what, answer) => {
    source.answer = answer()
    inside.connections = 0
    inside.paths.length = 0
    await fetchRates(known, { patience: 2_000 })
    expect(await stored(known)).toEqual(GOOD)
    expect(await currentRate(known)).toMatchObject({ tasa: '671.42350000' })
    expect([inside.connections, inside.paths]).toEqual([0, []])
  })

  test('the same answer without anything wrong with it is believed', async () => {
    source.answer = json(body('618'))
    await fetchRates(known)
    expect(await currentRate(known)).toMatchObject({ tasa: '618.00000000' })
  })

  test('there are at least thirty of them', () => {
    expect(HOSTILE.length).toBeGreaterThanOrEqual(30)
  })

  test.each([
    ['never', () => {}],
    [
      'a byte at a time',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        const trickle = setInterval(() => response.write(' '), 30)
        response.on('close', () => clearInterval(trickle))
      },
    ],
  ] satisfies [string, RequestListener][])('an answer that comes %s is given up in time', async (_how, answer) => {
    const ctx = await open(setup)
    source.answer = answer
    await fetchRates(ctx, { patience: 200 })
    expect(await stored(ctx)).toEqual([])
    expect(await readSettings(ctx.db.read)).toMatchObject({ aviso: 'La fuente de la tasa no respondió.' })
  })

  test('nobody listens', async () => {
    const ctx = await open(setup, `http://127.0.0.1:${await ownPort()}`)
    await fetchRates(ctx)
    expect(await readSettings(ctx.db.read)).toMatchObject({ aviso: 'La fuente de la tasa no respondió.' })
  })

  test.each([
    'http://example.com',
    'http://10.0.0.1',
    'http://127.0.0.1.example.com',
    'https://yo:clave@127.0.0.1',
    'https://:clave@127.0.0.1',
  ])('nothing is asked of %s', async (base) => {
    const ctx = await open(setup, base)
    let asked = 0
    ctx.fetch = async () => {
      asked++
      throw new TypeError('asked')
    }
    await fetchRates(ctx)
    expect(asked).toBe(0)
    expect(await readSettings(ctx.db.read)).toMatchObject({ aviso: expect.stringContaining('debe empezar por https') })
  })

  test('without RATE_SOURCE_URL nobody is asked at all', async () => {
    const ctx = await open(setup, null)
    ctx.fetch = async () => expect.unreachable()
    await fetchRates(ctx)
    await ratesJob(ctx).does(new AbortController().signal)
    expect(await stored(ctx)).toEqual([])
  })

  test('the watch asks immediately, and stopping it gives up what is under way', async () => {
    const ctx = await open(setup)
    source.answer = good('671.4235', '582.6862')
    const stop = startJobs(ctx, [ratesJob(ctx)])
    await expect.poll(() => stored(ctx)).toEqual(GOOD)
    await stop()
    source.answer = () => {}
    source.paths.length = 0
    const stopHanging = startJobs(ctx, [ratesJob(ctx)])
    await expect.poll(() => source.paths.length).toBe(1)
    await stopHanging()
    // The request ended too early to say that the source does not answer.
    expect(await readSettings(ctx.db.read)).toMatchObject({ aviso: '' })
  })
})

/** Addresses to which a hostile source would redirect a server inside somebody's network. */
const PRIVATE = [
  ...['http://127.0.0.1/', 'http://localhost:8080/', 'http://2130706433/', 'http://0x7f.1/', 'http://0.0.0.0/'],
  ...['http://10.0.0.1/admin', 'http://172.16.0.1/', 'http://192.168.1.1/', 'https://192.168.1.1/'],
  ...['http://169.254.169.254/latest/meta-data/', 'http://metadata.google.internal/computeMetadata/v1/'],
  ...['http://un-nombre-que-lleva-adentro.test/'],
  ...['http://[::1]/', 'http://[fd00::1]/', 'http://[fe80::1]/', 'http://[::ffff:10.0.0.1]/', '//10.0.0.1/'],
]
/** Its ways: redirects of each kind, and other hints that a browser would follow. */
const WAYS: readonly ((url: string) => [status: number, headers: Headers])[] = [
  ...[301, 302, 303, 307, 308].map(
    (status) => (url: string) => [status, { location: url }] as [number, { location: string }],
  ),
  (url) => [200, { refresh: `0; url=${url}` }],
  (url) => [200, { link: `<${url}>; rel=preload`, 'alt-svc': `h2="${url.replace(/^\w*:?\/\/|\/.*$/g, '')}:80"` }],
  (url) => [300, { location: url, 'content-location': url }],
]

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
  afterEach(() => void vi.restoreAllMocks())

  test('no private address is connected to, by number, by name or by IPv6; control: following the link connects to each', async () => {
    const leads = (...[status, headers]: ReturnType<(typeof WAYS)[number]>) => {
      source.answer = good('671.4235', '582.6862', TODAY, headers, status)
    }
    // Each visit is a connection of its own.
    inside.answer = (_request, response) => response.setHeader('connection', 'close').end('secreto')
    standForAll(Number(new URL(source.url).port), Number(new URL(inside.url).port))
    const ctx = await open(setup)
    leads(200, {})
    await fetchRates(ctx)
    expect(await stored(ctx)).toEqual(GOOD)
    inside.connections = 0
    for (const url of PRIVATE)
      for (const way of WAYS) {
        leads(...way(url))
        await fetchRates(ctx)
        expect([url, way(url), inside.connections]).toEqual([url, way(url), 0])
      }
    expect(await stored(ctx)).toEqual(GOOD)
    // The control: the same, with a client that follows redirects.
    ctx.fetch = (input, init) => fetch(input, { ...init, redirect: 'follow' })
    for (const url of PRIVATE) {
      leads(302, { location: url })
      inside.connections = 0
      await fetchRates(ctx)
      expect([url, inside.connections > 0]).toEqual([url, true])
    }
  })
})
