import { AppError } from '#platform/errors.ts'
import { ConfigError } from '#platform/server/config.ts'
import { FolderInUseError } from '#platform/server/db/instance-lock.ts'
import { SchemaError } from '#platform/server/db/migrate.ts'
import { InstallationError } from '#platform/server/installation/installation.ts'
import { KeyError } from '#platform/server/installation/keys.ts'
import { StoreError } from '#platform/server/object-store/store-error.ts'
import { roomTrouble, systemTrouble } from '#platform/server/system-trouble.ts'
import { UpgradeError } from './before-upgrade.ts'
import { NOT_BY_ITSELF } from './exit-code.ts'

/** Their messages are sentences for the person at the terminal. */
const OURS = [ConfigError, FolderInUseError, InstallationError, KeyError, SchemaError, UpgradeError]

/** Fields that errors of the system, of SQLite and of PostgreSQL have. */
interface Told {
  code?: string
  syscall?: string
  path?: string
  port?: number
  address?: string
  hostname?: string
}

/** The failure may pass by itself: another try may do. */
const BY_ITSELF = 1

/**
 * Why a start failed: a sentence with instructions if a person can fix it, and otherwise all that is known.
 * @returns `exit`: `NOT_BY_ITSELF` if another try is of no use.
 */
export function describeStart(error: unknown): { text: string; exit: number } {
  if (!(error instanceof Error)) return { text: String(error), exit: BY_ITSELF }
  if (OURS.some((kind) => error instanceof kind)) return { text: error.message, exit: NOT_BY_ITSELF }
  if (error instanceof StoreError) return { text: error.message, exit: error.passing ? BY_ITSELF : NOT_BY_ITSELF }
  if (error instanceof AppError && error.code === 'SIN_BASE_DE_DATOS') {
    return { text: serverTrouble(error) ?? error.details, exit: BY_ITSELF }
  }
  const room = roomTrouble(error)
  if (room !== null) return { text: room, exit: BY_ITSELF }
  const sentence = describeSystem(error as Told)
  if (sentence !== null) return { text: sentence, exit: NOT_BY_ITSELF }
  return { text: error.stack ?? error.message, exit: BY_ITSELF }
}

function describeSystem(error: Told): string | null {
  const { code, syscall, path, port, address, hostname } = error
  const host = address ?? hostname ?? ''
  switch (code) {
    case 'EADDRINUSE':
      return 'El puerto ya está en uso. Elige otro con PORT, por ejemplo PORT=3001.'
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `Esta máquina no tiene la dirección ${host}. Corrige HOST, por ejemplo HOST=127.0.0.1.`
    case 'EACCES':
      if (syscall === 'listen') {
        return `No se permite usar el puerto ${port}: los menores de 1024 son del sistema. Elige otro con PORT y pon delante Caddy o nginx.`
      }
      return systemTrouble(error)
    case 'EEXIST':
    case 'ENOTDIR':
      return `${path} no es una carpeta. Indica una con DATA_DIR.`
    default:
      return serverTrouble(error) ?? systemTrouble(error)
  }
}

/** Another password, another user, no such database. */
const NOT_LET_IN = ['28P01', '28000', '3D000']

/** Why PostgreSQL is not there, for the administrator: the visitor's text would not help here. @returns null for anything else. */
export function serverTrouble(error: unknown): string | null {
  const { code = '' } = (error ?? {}) as { code?: string }
  if (error instanceof AppError && code === 'SIN_BASE_DE_DATOS')
    return 'PostgreSQL no responde en la dirección de DATABASE_URL. Enciéndelo, o corrige la dirección.'
  if (NOT_LET_IN.includes(code))
    return 'PostgreSQL no deja entrar con DATABASE_URL: revisa usuario, clave y nombre de la base de datos.'
  return null
}
