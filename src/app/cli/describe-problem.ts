import { AppError } from '#platform/errors.ts'
import { ConfigError } from '#platform/server/config.ts'
import { FolderInUseError } from '#platform/server/db/instance-lock.ts'
import { SchemaError } from '#platform/server/db/migrate.ts'
import { InstallationError } from '#platform/server/installation/installation.ts'
import { KeyError } from '#platform/server/installation/keys.ts'

export interface Problem {
  error: string
  details: string
  code: string
  /** What is wrong with which field of a file; an empty name is the whole. */
  campos?: Record<string, string>
}

/** What went wrong, for whoever typed the command and for his scripts. */
export function describeProblem(error: unknown): Problem {
  if (error instanceof AppError) {
    const campos = error.extra['campos'] as Problem['campos']
    return { error: error.error, details: error.details, code: error.code, ...(campos ? { campos } : {}) }
  }
  if (error instanceof ConfigError)
    return { error: 'Configuración inválida', details: error.message, code: 'CONFIGURACION_INVALIDA' }
  if (error instanceof SchemaError)
    return { error: 'Base de datos de otra versión', details: error.message, code: error.code }
  if (error instanceof InstallationError)
    return { error: 'Carpeta de otra instalación', details: error.message, code: 'OTRA_INSTALACION' }
  if (error instanceof FolderInUseError)
    return { error: 'El servidor está encendido', details: error.message, code: 'DESTINO_OCUPADO' }
  if (error instanceof KeyError) return { error: 'Llave equivocada', details: error.message, code: 'LLAVE_INVALIDA' }
  return { error: 'Algo falló', details: error instanceof Error ? error.message : String(error), code: 'ERROR_INTERNO' }
}

/** The same for a person: each field that is wrong by its name. */
export function problemText({ error, details, campos }: Problem): string {
  const lines = Object.entries(campos ?? {}).map(([field, message]) =>
    field === '' ? message : `${field}: ${message}`,
  )
  if (lines.length < 2) return `${error}: ${lines[0] ?? details}`
  return [`${error}:`, ...lines.map((line) => `  ${line}`)].join('\n')
}
