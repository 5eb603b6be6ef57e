import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { after, type Instant } from '#platform/clock.ts'
import { isSafe, readBytes } from '#platform/server/http/read-outside.ts'
import { textOf } from '../sent-text.ts'
import { type PullWorld, SourceFailure, type SourceSettings } from '../sources/pull-adapter.ts'

/** Unpacked bytes of an answer: a day of a busy account is a hundredth of it. */
const LARGEST = 8 * 1024 * 1024
/** Node's codes for a host whose certificate does not prove its identity. */
export const CERTIFICATE =
  /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|INVALID_CA|EPROTO)/

export interface BankRequest {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  /** JSON, unless it is text of a form. */
  body?: unknown
  /** Unpacked bytes. */
  largest?: number
}

export interface BankAnswer {
  status: number
  text: string
  /** SHA-256 of the bytes. */
  sha256: string
  /** When it allows the next request, if given. */
  reintentar_en: Instant | null
}

/**
 * Asks a bank by HTTPS. A host without a valid certificate gets nothing of ours, redirects are not followed, and huge
 * or slow answers are cut. The caller judges answer and status (`refuseStatus`).
 * @throws SourceFailure tiempo, credencial (its certificate) or ilegible (huge, redirected)
 */
export async function askBank(world: PullWorld, url: URL, request: BankRequest = {}): Promise<BankAnswer> {
  requireVerified(url)
  const { method = 'POST', headers = {}, body, largest = LARGEST } = request
  const form = body instanceof URLSearchParams
  const stop = AbortSignal.any([world.signal, AbortSignal.timeout(world.patience)])
  let response: Response
  try {
    response = await world.fetch(url, {
      method,
      redirect: 'manual',
      credentials: 'omit',
      signal: stop,
      headers: {
        accept: 'application/json',
        ...(body === undefined || form ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
    })
  } catch (error) {
    throw connectionTrouble(error)
  }
  try {
    const { status } = response
    if (status >= 300 && status < 400) throw new SourceFailure('ilegible', 'redirigida')
    const huge = () => new SourceFailure('ilegible', 'muy grande')
    const bytes = await readBytes(response.body ?? [], largest, huge, () => new SourceFailure('tiempo', 'cortada'))
    return { status, text: textOf(bytes), sha256: sha256(bytes), reintentar_en: readWait(response.headers, world) }
  } finally {
    await response.body?.cancel().catch(() => {})
  }
}

/**
 * The address of a call at the place that an owner named, or at the usual one.
 * @param path begins with `/`
 * @throws SourceFailure credencial, when the owner's place is no address.
 */
export function addressOf({ direccion = '' }: SourceSettings, usual: string, path: string): URL {
  try {
    return new URL(`${(direccion || usual).replace(/\/+$/, '')}${path}`)
  } catch {
    throw new SourceFailure('credencial', 'direccion')
  }
}

/** Without TLS, or with its verification switched off for this process, no bank is asked: anybody on the way could answer. */
function requireVerified(url: URL): void {
  if (!isSafe(url)) throw new SourceFailure('credencial', 'sin https')
  if (process.env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') throw new SourceFailure('credencial', 'tls sin verificar')
}

function connectionTrouble(error: unknown): SourceFailure {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return CERTIFICATE.test(code)
    ? new SourceFailure('credencial', 'certificado')
    : new SourceFailure('tiempo', 'sin conexion')
}

export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** `Retry-After` in seconds or as a date. */
function readWait(headers: Headers, { now }: PullWorld): Instant | null {
  const said = headers.get('retry-after')
  if (said === null) return null
  const at = /^\d{1,9}$/.test(said) ? after(now, Number(said) * 1000) : Date.parse(said)
  return at > now ? (at as Instant) : null
}

/** Meaning of a status alone, for callers without a code of the bank's own in the answer. @throws SourceFailure unless it is 2xx. */
export function refuseStatus({ status, text, reintentar_en }: BankAnswer): void {
  if (status >= 200 && status < 300) return
  const detalle = `http ${status}`
  if (status === 401 || status === 403) throw new SourceFailure('credencial', detalle)
  if (status === 429 || status === 402 || status === 418) throw new SourceFailure('limite', detalle, reintentar_en)
  if (status === 408 || status === 504) throw new SourceFailure('tiempo', detalle, reintentar_en)
  if (status >= 500 || MAINTENANCE.test(text)) throw new SourceFailure('mantenimiento', detalle, reintentar_en)
  throw new SourceFailure('ilegible', detalle)
}

const MAINTENANCE = /mantenimiento|maintenance|no\s+disponible|temporarily unavailable/i

/** The JSON of an answer; a page about maintenance is that. @throws SourceFailure */
export function readJson(answer: BankAnswer): unknown {
  const { text, status, reintentar_en } = answer
  try {
    return JSON.parse(text) as unknown
  } catch {
    if (MAINTENANCE.test(text)) throw new SourceFailure('mantenimiento', `http ${status}`, reintentar_en)
    refuseStatus(answer)
    throw new SourceFailure('ilegible', 'sin json')
  }
}

/** An answer in its bank's form, also where its status refuses. @throws SourceFailure */
export function readAnswer<T>(form: z.ZodType<T>, answer: BankAnswer): T {
  const read = form.safeParse(readJson(answer))
  if (read.success) return read.data
  refuseStatus(answer)
  throw new SourceFailure('ilegible', 'otra forma')
}
