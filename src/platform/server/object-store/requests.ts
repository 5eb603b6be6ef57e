import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { readText } from './read-text.ts'
import { textOf } from './read-xml.ts'
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

/** Sends signed requests, again where another try may help. */
export interface Requests {
  /** @throws StoreError */
  send(request: StoreRequest): Promise<Response>
  /** The same without a signature and once, as a stranger would. */
  sendUnsigned(request: StoreRequest): Promise<Response>
}

const EMPTY = sha256(new Uint8Array())

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
): Promise<Requests> {
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
    const hash = request.body ? sha256(request.body) : EMPTY
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

  async function once(request: StoreRequest, headers: Headers | Record<string, string>): Promise<Response> {
    const wait = new AbortController()
    const until = patience.answer + ((request.body?.length ?? 0) / 2 ** 20) * patience.mebibyte
    const timer = setTimeout(() => wait.abort(new StoreError('unreachable', 'ETIMEDOUT')), until)
    try {
      return await fetch(addressOf(request), {
        method: request.method,
        headers,
        redirect: 'manual',
        signal: wait.signal,
        ...(request.body && { body: request.body as Uint8Array<ArrayBuffer> }),
      })
    } catch (error) {
      throw error instanceof StoreError ? error : new StoreError('unreachable', systemCode(error), { cause: error })
    } finally {
      clearTimeout(timer)
    }
  }

  /** Takes the store's time where ours is refused. @returns whether that is news. */
  function setClock(answer: Response): boolean {
    const theirs = Date.parse(answer.headers.get('date') ?? '')
    if (Number.isNaN(theirs) || Math.abs(theirs - (Date.now() + ahead)) < 60_000) return false
    ahead = theirs - Date.now()
    return true
  }

  async function send(request: StoreRequest): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      const failure = await attemptOnce(request)
      if (failure instanceof Response) return failure
      if (attempt >= patience.tries || !failure.again) throw failure.error
      await sleep(patience.pause * 2 ** (attempt - 1) * (0.5 + Math.random()))
    }
  }

  async function attemptOnce(request: StoreRequest): Promise<Response | { error: StoreError; again: boolean }> {
    let answer: Response
    try {
      answer = await once(request, await sign(request))
    } catch (error) {
      if (error instanceof StoreError) return { error, again: true }
      throw error
    }
    if (answer.ok || request.besides?.includes(answer.status)) return answer
    // An answer to HEAD has no body, and the status of a cut one is enough.
    const code = textOf(await readText(answer, patience.answer).catch(() => ''), 'Code')
    const error = new StoreError(troubleOf(answer.status, code), code || String(answer.status))
    const skewed = error.trouble === 'clock' || (answer.status === 403 && code === '')
    return { error, again: answer.status >= 500 || PASSING.includes(code) || (skewed && setClock(answer)) }
  }

  return { send, sendUnsigned: (request) => once(request, request.headers ?? {}) }
}

/** Node's fetch wraps the system's error. */
function systemCode(error: unknown): string {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') return at.code
  }
  return ''
}
