import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, request, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { AwsClient } from 'aws4fetch'
import type { StoreSettings } from '../object-store/requests.ts'
import { closeHere, listenHere } from './here.ts'
import { removeFolder } from './remove-folder.ts'

/** Faults of a request. */
export type S3Fault =
  /** Never answered. */
  | 'silent'
  /** The line ends before the store has got it. */
  | 'cut'
  /** Done, and the line ends in place of the answer. */
  | 'lost'
  /** Done, and the line ends in the middle of the answer. */
  | 'half'
  /** Done, and nothing more comes from the middle of the answer on. */
  | 'stalls'
  /** Done, and a byte of the answer is another one. */
  | 'altered'
  /** A byte of the body is changed. */
  | 'altered on the way'
  | { late: number }
  | { status: number; code: string; date?: string }

export interface S3Server {
  settings: StoreSettings
  /** The variables that lead a process here. */
  env: Record<string, string>
  /** And those that lead its copies here. */
  copiesEnv: Record<string, string>
  /** `PUT comprobantes/…` of every request that came, in their order. */
  seen: string[]
  /** Whether strangers are served, as by a bucket that is open to all. */
  open: boolean
  /** Called for each request; null lets it pass. */
  befalls: (method: string, key: string) => S3Fault | null
  /** The way out of a shop that knows this server by another address, which is part of the signature. */
  fetchAs(address: string): typeof fetch
  close(): Promise<void>
}

type S3rver = new (
  options: Record<string, unknown>,
) => {
  callback(): RequestListener
  configureBuckets(): Promise<unknown>
}

/** Both of s3rver's only account. */
const KEY = 'S3RVER'
const REGION = 'us-east-1'
/** Header with the requested host. */
const HOST = 'x-asked-host'

/**
 * An S3 server on loopback: s3rver, which keeps objects in files and looks at signatures and clocks, behind a gate that adds its missing checks (it
 * sends strangers away and compares the bytes with the signed hash) and injects faults. TEST_S3_URL, `http://key:secret@127.0.0.1:8080`, names
 * another server to put behind that gate; its buckets stay.
 */
export async function startS3Server(wanted = 'rifas', prefix = 'tienda/'): Promise<S3Server> {
  const given = process.env['TEST_S3_URL']
  const behind = given === undefined ? await startS3rver(wanted) : await enterS3(given, wanted)
  const { bucket, port, keyId, secret } = behind

  const ask = (from: IncomingMessage, body: Buffer) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const { method, url: path } = from
      const { [HOST]: asked, ...headers } = from.headers
      // The host is part of the signature, and of nothing else here.
      if (typeof asked === 'string' && headers.authorization) headers.host = asked
      request({ port, host: '127.0.0.1', method, path, headers, agent: false }, resolve).on('error', reject).end(body)
    })

  // A real store answers with one version of an object whole; s3rver keeps bytes and headers in two files, and mixes two versions.
  const turns = new Map<string, Promise<unknown>>()
  function pass(from: IncomingMessage, body: Buffer): Promise<{ answer: IncomingMessage; bytes: Buffer }> {
    const [path = ''] = (from.url ?? '').split('?')
    const before = turns.get(path) ?? Promise.resolve()
    const mine = before.then(async () => {
      const answer = await ask(from, body)
      return { answer, bytes: await buffer(answer) }
    })
    turns.set(
      path,
      mine.catch(() => {}),
    )
    return mine
  }

  async function serve(from: IncomingMessage, to: ServerResponse): Promise<void> {
    const [path = ''] = (from.url ?? '').split('?')
    const key = decodeURIComponent(path).slice(`/${bucket}/${prefix}`.length)
    const method = from.method ?? ''
    server.seen.push(`${method} ${key}`)
    const fault = server.befalls(method, key)
    const body = await buffer(from)
    if (fault === 'altered on the way') body[0] = (body[0] ?? 0) ^ 1
    if (fault === 'silent') return
    if (fault === 'cut') return void from.socket.destroy()
    if (fault !== null && typeof fault === 'object') {
      if ('status' in fault) return refuse(to, fault.status, fault.code, fault.date)
      await new Promise((resolve) => setTimeout(resolve, fault.late))
    }
    const said = from.headers['x-amz-content-sha256']
    if (said === undefined && !server.open) return refuse(to, 403, 'AccessDenied')
    if (said !== undefined && said !== createHash('sha256').update(body).digest('hex')) {
      return refuse(to, 400, 'XAmzContentSHA256Mismatch')
    }
    const { answer, bytes } = await pass(from, body)
    if (fault === 'lost') return void from.socket.destroy()
    if (fault === 'altered') bytes[0] = (bytes[0] ?? 0) ^ 1
    to.writeHead(answer.statusCode ?? 500, answer.headers)
    if (fault !== 'half' && fault !== 'stalls') return void to.end(bytes)
    to.write(bytes.subarray(0, bytes.length / 2), () => fault === 'half' && from.socket.destroy())
  }

  const gate = createServer((from, to) => {
    serve(from, to).catch(() => from.socket.destroy())
  })
  const endpoint = `http://127.0.0.1:${await listenHere(gate)}`
  const server: S3Server = {
    settings: { endpoint, bucket, prefix, region: REGION, keyId, secret },
    env: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_PREFIX: prefix,
      S3_REGION: REGION,
      S3_ACCESS_KEY_ID: keyId,
      S3_SECRET_ACCESS_KEY: secret,
    },
    copiesEnv: {
      BACKUP_S3_ENDPOINT: endpoint,
      BACKUP_S3_ACCESS_KEY_ID: keyId,
      BACKUP_S3_SECRET_ACCESS_KEY: secret,
    },
    seen: [],
    open: false,
    befalls: () => null,
    fetchAs: (address) => (url, init) => {
      const headers = new Headers(init?.headers)
      headers.set(HOST, new URL(address).host)
      return fetch(String(url).replace(address, endpoint), { ...init, headers })
    },
    async close() {
      await closeHere(gate)
      await behind.end()
    },
  }
  return server
}

/** The server behind the gate. */
interface Behind {
  bucket: string
  port: number
  keyId: string
  secret: string
  end(): Promise<void>
}

async function startS3rver(bucket: string): Promise<Behind> {
  const folder = mkdtempSync(join(tmpdir(), 'tombola-s3-'))
  const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as S3rver
  const store = new S3rver({
    directory: folder,
    silent: true,
    vhostBuckets: false,
    configureBuckets: [{ name: bucket }],
  })
  await store.configureBuckets()
  const server = createServer(store.callback())
  return {
    bucket,
    port: await listenHere(server),
    keyId: KEY,
    secret: KEY,
    end: async () => {
      await closeHere(server)
      removeFolder(folder)
    },
  }
}

/** A bucket of its own on a server that is there already. */
async function enterS3(address: string, wanted: string): Promise<Behind> {
  const { username, password, port, origin } = new URL(address)
  const [keyId, secret] = [username, password].map(decodeURIComponent) as [string, string]
  const bucket = `${wanted}-${randomBytes(6).toString('hex')}`
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, region: REGION, service: 's3' })
  const made = await client.fetch(`${origin}/${bucket}`, { method: 'PUT' })
  if (!made.ok) throw new Error(`no bucket: ${made.status} ${await made.text()}`)
  return { bucket, port: Number(port), keyId, secret, end: async () => {} }
}

function refuse(to: ServerResponse, status: number, code: string, date = new Date().toUTCString()): void {
  to.writeHead(status, { 'content-type': 'application/xml', date })
  to.end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`)
}
