/**
 * Every refusal that a program or a person gets. `code` is stable (docs/errors.md lists them all), `error` is a title in
 * Spanish, `details` says what happened and what now. What is not an AppError is masked by the handler.
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
    more: { extra?: Record<string, unknown>; headers?: Record<string, string> } = {},
  ) {
    super(`${code}: ${error}`)
    this.name = 'AppError'
    this.status = status
    this.code = code
    this.error = error
    this.details = details
    this.extra = more.extra ?? {}
    this.headers = more.headers ?? {}
  }
}

/** The body of every error answer. */
export interface ErrorBody {
  error: string
  details: string
  code: string
}

export function notFound(what = 'Lo que buscas no existe'): AppError {
  return new AppError(404, 'NO_EXISTE', 'No encontrado', `${what}.`)
}

export function busy(): AppError {
  return new AppError(
    503,
    'SERVIDOR_OCUPADO',
    'Estamos atendiendo a muchas personas',
    'Intenta de nuevo en unos segundos.',
    {
      headers: { 'retry-after': '2' },
    },
  )
}
