import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer, type Server } from 'node:http'
import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newFolder } from '#platform/server/testing/new-folder.ts'
import { ownPort } from '#platform/server/testing/own-port.ts'
import { newAttempt, newLedger } from './kill/load.ts'
import { SellingShop } from './kill/selling-shop.ts'
import { createInstallation, type Installation } from './support/product.ts'

const DEPLOY = join(import.meta.dirname, '../deploy')
const NAME = 'rifas.example.com'
const MEGABYTE = 1024 * 1024
const place = newFolder()
const programs: ChildProcess[] = []
let installation: Installation
let shop: SellingShop
/** In place of the server where only what reaches it is asked. */
let mirror: Server

beforeAll(async () => {
  installation = await createInstallation(null)
  shop = await SellingShop.open({ ...installation.env, PUBLIC_URL: `https://${NAME}`, TRUSTED_PROXIES: '127.0.0.1' }, 1)
  mirror = createHttpServer(
    (request, reply) => void request.resume().on('end', () => reply.end(JSON.stringify(request.headers))),
  )
  await new Promise<void>((done) => mirror.listen(0, '127.0.0.1', done))
  const certificate = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '2',
    '-subj',
    `/CN=${NAME}`,
  ]
  execFileSync('openssl', [...certificate, '-keyout', 'key.pem', '-out', 'cert.pem'], { cwd: place, stdio: 'ignore' })
})
afterAll(async () => {
  for (const program of programs) program.kill('SIGKILL')
  mirror.close()
  await shop.product.kill()
  await installation.remove()
})

/** Replaces what an installation has of its own; each text has to be in the example. */
function own(file: string, changes: [string, string][]): string {
  let text = readFileSync(join(DEPLOY, file), 'utf8')
  for (const [from, to] of changes) {
    expect(text).toContain(from)
    text = text.replaceAll(from, to)
  }
  return text
}

/** Writes the configuration and starts the program. @returns the port of https. */
type Start = (upstream: number) => Promise<number>

const PROXIES: Record<string, { missing: boolean; start: Start }> = {
  nginx: {
    missing: spawnSync('nginx', ['-v']).error !== undefined,
    async start(upstream) {
      const [http, https] = [await ownPort(), await ownPort()]
      const folder = mkdtempSync(join(place, 'nginx-'))
      const site = own('nginx.conf', [
        ['listen 80;', `listen 127.0.0.1:${http};`],
        ['	listen [::]:80;\n', ''],
        ['listen 443 ssl http2;', `listen 127.0.0.1:${https} ssl http2;`],
        ['	listen [::]:443 ssl http2;\n', ''],
        [`/etc/letsencrypt/live/${NAME}/fullchain.pem`, join(place, 'cert.pem')],
        [`/etc/letsencrypt/live/${NAME}/privkey.pem`, join(place, 'key.pem')],
        ['127.0.0.1:3000', `127.0.0.1:${upstream}`],
      ])
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (one) => `${one}_temp_path ${folder}/${one};`,
      )
      const all = `daemon off; master_process off; pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${temporary.join(' ')}\n${site}\n}`
      writeFileSync(join(folder, 'nginx.conf'), all)
      run('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'], folder)
      return https
    },
  },
  Caddy: {
    missing: spawnSync('caddy', ['version']).error !== undefined,
    async start(upstream) {
      const [http, https] = [await ownPort(), await ownPort()]
      const folder = mkdtempSync(join(place, 'caddy-'))
      const site = own('Caddyfile', [
        [`${NAME} {`, `${NAME} {\n\tbind 127.0.0.1`],
        ['127.0.0.1:3000', `127.0.0.1:${upstream}`],
      ])
      // Its own certificates: nobody here can ask an authority for one.
      const options = ['admin off', 'local_certs', 'skip_install_trust', `http_port ${http}`, `https_port ${https}`]
      writeFileSync(join(folder, 'Caddyfile'), `{\n${options.join('\n')}\n}\n${site}`)
      run('caddy', ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], folder)
      return https
    },
  },
}

function run(program: string, args: string[], home: string): void {
  const env = { PATH: process.env['PATH'], HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home }
  programs.push(spawn(program, args, { env, stdio: 'ignore' }))
}

const TLS = { servername: NAME, rejectUnauthorized: false }

/** The protocol that is spoken there; waits until somebody does. */
async function protocolOf(port: number): Promise<string | false | null> {
  const ask = () =>
    new Promise<string | false | null>((resolve) => {
      const socket = connectTls({ ...TLS, port, host: '127.0.0.1', ALPNProtocols: ['h2', 'http/1.1'] }, () => {
        resolve(socket.alpnProtocol)
        socket.destroy()
      })
      socket.on('error', () => resolve('nobody'))
    })
  await expect.poll(ask).not.toBe('nobody')
  return ask()
}

/** One request by HTTP/2, from an address of this machine. */
async function ask(port: number, headers: Record<string, string>, body?: Uint8Array, localAddress = '127.0.0.1') {
  const session: ClientHttp2Session = connect(`https://${NAME}:${port}`, {
    ...TLS,
    host: '127.0.0.1',
    localAddress,
    lookup: undefined,
  } as never)
  try {
    return await new Promise<{ headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
      session.on('error', reject)
      const stream = session.request({ ':authority': NAME, ...headers })
      let answered: IncomingHttpHeaders = {}
      let text = ''
      stream.setEncoding('utf8')
      stream.on('response', (found) => (answered = found))
      stream.on('data', (chunk) => (text += chunk))
      stream.on('error', reject)
      stream.on('end', () => resolve({ headers: answered, text }))
      stream.end(body)
    })
  } finally {
    session.destroy()
  }
}

const ledger = newLedger()
/** A report with a PDF of so many bytes, as a browser sends it. */
async function report(port: number, bytes: number) {
  const { key, fields } = newAttempt(ledger)
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const pdf = Buffer.alloc(bytes, ' ')
  pdf.write('%PDF-1.7\n')
  pdf.write('\n%%EOF\n', bytes - 7)
  form.append('comprobante', new Blob([pdf], { type: 'application/pdf' }), 'pago.pdf')
  const sent = new Response(form)
  const type = sent.headers.get('content-type') ?? ''
  const headers = {
    ':method': 'POST',
    ':path': '/api/rifas/participantes',
    'content-type': type,
    'idempotency-key': key,
  }
  const { headers: answered, text } = await ask(port, headers, new Uint8Array(await sent.arrayBuffer()))
  return { status: answered[':status'], body: JSON.parse(text) as { details?: string; codigo?: string } }
}

for (const [name, { missing, start }] of Object.entries(PROXIES)) {
  describe.skipIf(missing)(`behind ${name}, as deploy/ has it`, () => {
    test('HTTP/2; a PDF of 5 MB arrives, and of one of 6 MB our own words are read', async () => {
      const port = await start(Number(new URL(shop.address).port))
      expect(await protocolOf(port)).toBe('h2')
      const page = await ask(port, { ':path': '/' })
      expect([page.headers[':status'], page.headers['strict-transport-security']]).toEqual([
        200,
        expect.stringContaining('max-age'),
      ])
      expect((await report(port, 5 * MEGABYTE)).status).toBe(201)
      for (const size of [6, 20]) {
        const refused = await report(port, size * MEGABYTE)
        expect(refused).toMatchObject({ status: 413, body: { details: 'El archivo excede el límite de 5MB' } })
      }
    })

    test('lets nobody at the metrics, however they are written', async () => {
      const port = await start((mirror.address() as AddressInfo).port)
      await protocolOf(port)
      // Requests that come through get their own headers.
      expect((await ask(port, { ':path': '/metricas' })).text).toContain(NAME)
      for (const path of ['/metrics', '/metrics?a=1', '/metrics/', '/%6detrics', '//metrics', '/x/../metrics']) {
        const { headers, text } = await ask(port, { ':path': path, authorization: 'Bearer x' })
        expect([path, headers[':status'], text.includes(NAME)]).toEqual([path, 404, false])
      }
    })

    test('passes on the address of the visitor, and nothing that the visitor claims', async () => {
      const port = await start((mirror.address() as AddressInfo).port)
      await protocolOf(port)
      const lies = {
        'x-forwarded-for': '203.0.113.7, not-an-address, 127.0.0.1',
        'x-forwarded-proto': 'http',
        'x-forwarded-host': 'other.example',
        forwarded: 'for=203.0.113.7',
      }
      const { text } = await ask(port, { ':path': '/', ...lies }, undefined, '127.0.0.2')
      const seen = JSON.parse(text) as Record<string, string>
      expect(seen).toMatchObject({ host: NAME, 'x-forwarded-for': '127.0.0.2', 'x-forwarded-proto': 'https' })
      expect(JSON.stringify(seen)).not.toMatch(/203\.0\.113|other\.example/)
    })
  })
}
