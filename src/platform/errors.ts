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

/** The body of every error answer. */
export interface ErrorBody {
  error: string
  details: string
  code: string
}

/**
 * Whether the product said no, and so made nothing. After any other error, one of ours (5xx) among them, what was asked for may
 * have been made all the same: nothing that it needs may be removed.
 */
export function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError && error.status < 500
}

export function notFound(what = 'Lo que buscas no existe'): AppError {
  return new AppError(404, 'NO_EXISTE', 'No encontrado', `${what}.`)
}

/** @param campo the field that says why. */
export function missingReason(campo = 'motivo'): AppError {
  return new AppError(422, 'MOTIVO_NECESARIO', 'Falta el motivo', 'Escribe por qué, en pocas palabras.', {
    extra: { campos: { [campo]: 'Escribe por qué.' } },
  })
}

/** @param cause what the engine said, for the log. */
export function busy(cause?: unknown): AppError {
  return new AppError(
    503,
    'SERVIDOR_OCUPADO',
    'Estamos atendiendo a muchas personas',
    'Intenta de nuevo en unos segundos.',
    { headers: { 'retry-after': '2' }, cause },
  )
}

/** The database does not answer. @param cause what it said, for the log. */
export function unavailable(cause?: unknown): AppError {
  return new AppError(
    503,
    'SIN_BASE_DE_DATOS',
    'No podemos atenderte en este momento',
    'Es un problema nuestro y suele durar segundos. Espera un poco e intenta de nuevo.',
    { headers: { 'retry-after': '3' }, cause },
  )
}

/** Nothing can be written: no space, a disk that only reads or fails. @param cause what it said, for the log. */
export function noSpace(cause?: unknown): AppError {
  return new AppError(
    503,
    'SIN_ESPACIO',
    'No pudimos guardar lo que enviaste',
    'Es un problema de nuestro servidor, y ya le avisamos a quien lo atiende. No cierres esta página: intenta de nuevo en un minuto.',
    { headers: { 'retry-after': '30' }, cause },
  )
}

/** This process ends; who watches it learns so before it is gone. */
export function closing(): AppError {
  return new AppError(
    503,
    'CERRANDO',
    'El servidor se está apagando',
    'Termina lo que empezó. Pregunta a otro, o espera a que vuelva.',
    {
      headers: { 'retry-after': '2' },
    },
  )
}

/** The database is of another version than this process: newer, or not brought up to date. */
export function otherSchema(): AppError {
  return new AppError(
    503,
    'OTRA_VERSION',
    'La base de datos es de otra versión',
    'Este programa no es el que la base de datos espera: enciende la versión que le corresponde.',
    { headers: { 'retry-after': '30' } },
  )
}

/** The store of files does not answer, or refuses. @param cause what it said, for the log. */
export function noStore(cause?: unknown): AppError {
  return new AppError(
    503,
    'SIN_ALMACEN',
    'No pudimos guardar o leer el archivo',
    'Es un problema nuestro y suele durar poco. No cierres esta página: intenta de nuevo en unos segundos.',
    { headers: { 'retry-after': '5' }, cause },
  )
}
