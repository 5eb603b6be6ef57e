import type { Refusal } from './refusal-catalogue.ts'
import { DECIDING } from './refusals-deciding.ts'
import { HOUSE } from './refusals-house.ts'
import { SELLING } from './refusals-selling.ts'

/**
 * Every refusal that a program or a person gets. `code` is stable (docs/errors.md lists them all), `error` is a title in
 * Spanish, `details` says what happened and what now. The handler masks any other error.
 */
export class AppError extends Error {
  readonly status: number
  readonly code: string
  readonly error: string
  readonly details: string
  /** Further fields of the answer, such as the numbers that were taken meanwhile or the fresh quote. */
  readonly extra: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: number,
    code: string,
    error: string,
    details: string,
    more: { extra?: Record<string, unknown>; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(`${code}: ${error}`, 'cause' in more ? { cause: more.cause } : undefined)
    this.name = 'AppError'
    this.status = status
    this.code = code
    this.error = error
    this.details = details
    this.extra = more.extra ?? {}
    this.headers = more.headers ?? {}
  }
}

/** Every refusal by its code. */
export const REFUSALS = { ...HOUSE, ...SELLING, ...DECIDING }

export type RefusalCode = keyof typeof REFUSALS

interface Said {
  /** Replaces the catalogue's values. */
  status?: number
  error?: string | undefined
  details?: string
  /** Seconds until a retry, as in `Retry-After`. */
  wait?: number
  /** The error behind it, for the log. */
  cause?: unknown
  /** Problem of each field; without other `details`, the first one serves as them. */
  campos?: Record<string, string>
  /** Further fields of the answer. */
  [extra: string]: unknown
}

/** A refusal of the catalogue (refusal-catalogue.ts), with its differences here. */
export function refusal(code: RefusalCode, said: Said = {}): AppError {
  const [ofAll, title, text, soon]: Refusal = REFUSALS[code]
  const { status = ofAll, error = title, details = text, wait = soon, cause, ...extra } = said
  const [first = ''] = Object.values(said.campos ?? {})
  const headers: Record<string, string> = wait === undefined ? {} : { 'retry-after': String(wait) }
  return new AppError(status, code, error, details ?? first, { extra, headers, cause })
}

/** @throws AppError 422 DATOS_INVALIDOS where something is wrong with a field */
export function refuseFields(campos: Record<string, string>, error?: string): void {
  if (Object.keys(campos).length > 0) throw refusal('DATOS_INVALIDOS', { error, campos })
}

/** The body of every error answer. */
export interface ErrorBody {
  error: string
  details: string
  code: string
}

/**
 * Whether the product refused, and so made nothing. After any other error, one of ours (5xx) among them, the requested thing may
 * have been made all the same: nothing that it needs may be removed.
 */
export function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError && error.status < 500
}

export function notFound(what = 'Lo que buscas no existe'): AppError {
  return refusal('NO_EXISTE', { details: `${what}.` })
}

/** @param campo the field with the reason. */
export function missingReason(campo = 'motivo'): AppError {
  return refusal('MOTIVO_NECESARIO', {
    details: 'Escribe por qué, en pocas palabras.',
    campos: { [campo]: 'Escribe por qué.' },
  })
}
