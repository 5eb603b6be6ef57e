import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { readBytes } from '../http/read-outside.ts'
import { PASSING, StoreError, troubleOf } from './store-error.ts'

/** Address of the object store, and our credentials there. */
export interface StoreSettings {
  /** `https://host[:port][/path]`; the bucket follows in the path, which every server understands. */
  endpoint: string
  bucket: string
  /** Prefix of our keys, such as `rifas/`; empty for a bucket of our own. */
  prefix: string
  region: string
  keyId: string
  secret: string
}

export interface StoreRequest {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** With the prefix; empty for the bucket itself. */
  key: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Uint8Array
  /** Answers that are no error, in addition to 2xx. */
  besides?: number[]
}

/** How patient we are, in milliseconds and tries. */
export interface Patience {
  /** Until an answer begins, and between two pieces of one. */
  answer: number
  /** So many more for each mebibyte that is sent. */
  mebibyte: number
  tries: number
  /** Before the second try; doubled for each further one. */
  pause: number
}

export const PATIENCE: Patience = { answer: 10_000, mebibyte: 10_000, tries: 4, pause: 150 }

/** An answer that is no error. */
export interface Answer {
  status: number
  headers: Headers
  /** Of an object that is read. A line that is silent for too long while we wait counts as broken. */
  bytes: AsyncIterable<Uint8Array>
  /** Of every other answer. */
  text: string
}

/** Sends signed requests, again where another try may help. */
export type Requests = Awaited<ReturnType<typeof openRequests>>

/** Bytes of an answer that is read whole: a page of a thousand names is a tenth of it. */
const LONGEST = 8 * 2 ** 20
const tooLong = () => new StoreError('failed', 'EMSGSIZE')

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/**
 * Requests to one bucket, signed by aws4fetch. The hash of the body is part of the signature, so that the store refuses changed bytes. A
 * wrong clock is corrected by the store's, as Amazon's client does.
 */
export async function openRequests(
  settings: StoreSettings,
  fetch: typeof globalThis.fetch,
  patience: Patience = PATIENCE,
) {
  const { AwsV4Signer } = await import('aws4fetch')
  const cache = new Map<string, ArrayBuffer>()
  const base = `${settings.endpoint.replace(/\/+$/, '')}/${settings.bucket}`
  /** How far the store's clock is ahead of ours, in milliseconds. */
  let ahead = 0

  function addressOf({ key, query }: StoreRequest): string {
    const path = key.split('/').map(encodeURIComponent).join('/')
    const search = new URLSearchParams(query).toString().replaceAll('+', '%20')
    return `${base}${key === '' ? '' : '/'}${path}${search === '' ? '' : `?${search}`}`
  }

  async function sign(request: StoreRequest): Promise<Headers> {
    const hash = sha256(request.body ?? new Uint8Array())
    const datetime = new Date(Date.now() + ahead).toISOString().replace(/[:-]|\.\d{3}/g, '')
    const signer = new AwsV4Signer({
      method: request.method,
      url: addressOf(request),
      headers: { ...request.headers, 'x-amz-content-sha256': hash },
      accessKeyId: settings.keyId,
      secretAccessKey: settings.secret,
      service: 's3',
      region: settings.region,
      datetime,
      cache,
    })
    return (await signer.sign()).headers
  }

  async function once(request: StoreRequest, headers: Headers | Record<string, string>) {
    const wait = new AbortController()
    const giveUp = () => wait.abort(new StoreError('unreachable', 'ETIMEDOUT'))
    const until = patience.answer + ((request.body?.length ?? 0) / 2 ** 20) * patience.mebibyte
    const timer = setTimeout(giveUp, until)
    try {
      const answer = await fetch(addressOf(request), {
        method: request.method,
        headers,
        redirect: 'manual',
        signal: wait.signal,
        ...(request.body && { body: request.body as Uint8Array<ArrayBuffer> }),
      })
      return { answer, bytes: inTime(answer, patience.answer, giveUp) }
    } catch (error) {
      throw unreachable(error)
    } finally {
      clearTimeout(timer)
    }
  }

  /** Takes the store's time where ours is refused. @returns whether that is news. */
  function setClock(headers: Headers): boolean {
    const theirs = Date.parse(headers.get('date') ?? '')
    if (Number.isNaN(theirs) || Math.abs(theirs - (Date.now() + ahead)) < 60_000) return false
    ahead = theirs - Date.now()
    return true
  }

  async function attemptOnce(request: StoreRequest): Promise<Answer | { error: unknown; again: boolean }> {
    const { answer, bytes } = await once(request, await sign(request))
    const { ok, status, headers } = answer
    if (ok && request.method === 'GET' && request.key !== '') return { status, headers, bytes, text: '' }
    const text = (await readBytes(bytes, LONGEST, tooLong, (error) => error)).toString('utf8')
    // A slow operation is answered 200 immediately, with its outcome in the body. An answer to HEAD has no body.
    const failed = !ok || text.includes('<Error>')
    const code = failed ? textOf(text, 'Code') : ''
    if (!failed || (request.besides?.includes(status) && code !== 'NoSuchBucket'))
      return { status, headers, bytes, text }
    const error = new StoreError(troubleOf(status, code), code || String(status))
    const skewed = error.trouble === 'clock' || (status === 403 && code === '')
    return { error, again: ok || status >= 500 || PASSING.includes(code) || (skewed && setClock(headers)) }
  }

  return {
    /** @throws StoreError, also when there is no such bucket: that an object is not there is one thing, that nothing is there another. */
    async send(request: StoreRequest): Promise<Answer> {
      for (let attempt = 1; ; attempt++) {
        const got = await attemptOnce(request).catch((error) => ({ error, again: error instanceof StoreError }))
        if (!('error' in got)) return got
        if (attempt >= patience.tries || !got.again) throw got.error
        await sleep(patience.pause * 2 ** (attempt - 1) * (0.5 + Math.random()))
      }
    },
    /** Whether a stranger, who signs nothing, may do that. */
    async isOpen(request: StoreRequest): Promise<boolean> {
      const { ok, body } = (await once(request, {})).answer
      await body?.cancel()
      return ok
    },
  }
}

/** Calls `giveUp` when nothing came for so many milliseconds while we waited. */
async function* inTime({ body }: Response, longest: number, giveUp: () => void): AsyncGenerator<Uint8Array> {
  let timer = setTimeout(giveUp, longest)
  try {
    for await (const piece of body ?? []) {
      clearTimeout(timer)
      yield piece
      timer = setTimeout(giveUp, longest)
    }
  } catch (error) {
    throw unreachable(error)
  } finally {
    clearTimeout(timer)
  }
}

/** Node's fetch wraps the system's error. */
function unreachable(error: unknown): StoreError {
  if (error instanceof StoreError) return error
  let at = error
  while (at instanceof Error && !('code' in at && typeof at.code === 'string')) at = at.cause
  return new StoreError('unreachable', (at as { code?: string } | undefined)?.code ?? '', { cause: error })
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function plain(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hexadecimal, name) => {
    if (decimal) return String.fromCodePoint(Number(decimal))
    return hexadecimal ? String.fromCodePoint(Number.parseInt(hexadecimal, 16)) : (ENTITIES[name] ?? whole)
  })
}

/** Raw content of each element of that name. The answers of S3 nest none in one of its own name. */
export function elementsOf(xml: string, name: string): string[] {
  return Array.from(xml.matchAll(new RegExp(`<${name}>([^]*?)</${name}>`, 'g')), ([, inside = '']) => inside)
}

/** The text of the first element of that name; empty if there is none. */
export function textOf(xml: string, name: string): string {
  return plain(elementsOf(xml, name)[0] ?? '')
}
