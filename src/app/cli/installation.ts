import { statSync } from 'node:fs'
import { join } from 'node:path'
import { folderTrouble } from '#house/server/backups/place/folder-place.ts'
import { CONSOLE } from '#journal/actor.ts'
import { noteInSite } from '#journal/server/append-entry.ts'
import { AppError, refusal } from '#platform/errors.ts'
import { type Config, ConfigError } from '#platform/server/config.ts'
import type { Ctx } from '#platform/server/context.ts'
import { FolderInUseError } from '#platform/server/db/instance-lock.ts'
import { appliedSteps, SchemaError } from '#platform/server/db/migrate.ts'
import { DATABASE_FILE, openSqlite } from '#platform/server/db/sqlite.ts'
import { called } from '#platform/server/installation/called.ts'
import { adoptFolder, InstallationError, refuseUnfinished } from '#platform/server/installation/installation.ts'
import { KeyError } from '#platform/server/installation/keys.ts'
import { StoreError } from '#platform/server/object-store/store-error.ts'
import { systemTrouble } from '#platform/server/system-trouble.ts'
import { openServer } from '../server/create-context.ts'
import { UpgradeError } from '../server/service/before-upgrade.ts'
import { serverTrouble } from '../server/service/start-failure.ts'
import type { Command } from './command.ts'

export const adoptCommand: Command = {
  name: 'installation adopt',
  usage: '',
  summary: 'dice que esta carpeta y esta base de datos van juntas',
  async run(ctx) {
    await refuseEmptyDatabase(ctx)
    const identidad = await ctx.db.write('instalacion', async (tx) => {
      await noteInSite(tx, ctx.clock.now(), CONSOLE, 'carpeta adoptada', { carpeta: ctx.config.dataDir })
      return adoptFolder(tx, ctx.config.dataDir, ctx.random)
    })
    return { data: { identidad }, text: 'Hecho: desde ahora van juntas. Queda escrito en el diario.' }
  },
}

/**
 * Requires that the installation exists: a wrong DATA_DIR would otherwise become an empty one, in which everything adds up.
 * @throws AppError 404 CARPETA_SIN_DATOS
 */
export async function requireInstallation(config: Config): Promise<void> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl === null) {
    // A folder that this user may not read, not being the server's user, may have one.
    if (statSync(join(dataDir, DATABASE_FILE), { throwIfNoEntry: false })) return
    // Half of one has a sentence of its own.
    refuseUnfinished(dataDir)
    throw nothingThere(`${dataDir} no tiene ${DATABASE_FILE}.`)
  }
  if ((await readSteps(config)).length === 0) throw nothingThere('La base de datos de DATABASE_URL está vacía.')
}

/** Steps of the schema that the database has had. Nothing is changed. */
export async function readSteps({ databaseUrl, dataDir }: Config): Promise<string[]> {
  const db = databaseUrl === null ? openSqlite(dataDir) : await openServer(databaseUrl)
  try {
    return await appliedSteps(db.read)
  } finally {
    await db.close()
  }
}

function nothingThere(what: string): AppError {
  return refusal('CARPETA_SIN_DATOS', {
    details: `${what} Indica con DATA_DIR la carpeta de datos del servidor, o con DATABASE_URL su base de datos. Una instalación nueva la empieza el servidor, o ${called('migrate')}.`,
  })
}

/** To a database without purchases every proof is a file that nobody knows: in an hour all are set aside, in a month removed. */
async function refuseEmptyDatabase(ctx: Ctx): Promise<void> {
  if ((await ctx.db.read.selectFrom('purchases').select('id').limit(1).executeTakeFirst()) !== undefined) return
  for await (const _ of ctx.files.olderThan(Number.POSITIVE_INFINITY)) {
    throw new InstallationError(
      `La carpeta ${ctx.config.dataDir} tiene comprobantes y esta base de datos no tiene ninguna compra: no van juntas, y los comprobantes se apartarían. Indica su base de datos, recupérala de un respaldo, o usa otra carpeta con DATA_DIR.`,
    )
  }
}

export interface Problem {
  error: string
  details: string
  code: string
  /** Problem of each field of a file; an empty name is the whole. */
  campos?: Record<string, string>
}

/** Errors whose message is for the person at the terminal. */
const KINDS: readonly [kind: new (...given: never[]) => Error, error: string, code: string][] = [
  [ConfigError, 'Configuración inválida', 'CONFIGURACION_INVALIDA'],
  [InstallationError, 'Carpeta de otra instalación', 'OTRA_INSTALACION'],
  [FolderInUseError, 'El servidor está encendido', 'DESTINO_OCUPADO'],
  [UpgradeError, 'No se pudo', 'SIN_COPIA'],
  [KeyError, 'Llave equivocada', 'LLAVE_INVALIDA'],
  [StoreError, 'Almacén S3', 'SIN_ALMACEN'],
]

const BUSY = 'Otro programa usa la base de datos. Espera a que termine, y repite la orden.'

/** The error, for the person who typed the command and for their scripts. */
export function describeProblem(error: unknown): Problem {
  const server = serverTrouble(error)
  if (server !== null) return { error: 'Base de datos', details: server, code: 'SIN_BASE_DE_DATOS' }
  // An error with Retry-After is meant for a buyer's page: the administrator gets its cause.
  if (error instanceof AppError && error.headers['retry-after'] && error.cause !== undefined) {
    if (error.code === 'SERVIDOR_OCUPADO') return { error: 'No se pudo', details: BUSY, code: error.code }
    return describeProblem(error.cause)
  }
  if (error instanceof AppError) {
    const campos = error.extra['campos'] as Problem['campos']
    return { error: error.error, details: error.details, code: error.code, ...(campos ? { campos } : {}) }
  }
  if (error instanceof SchemaError)
    return { error: 'Base de datos de otra versión', details: error.message, code: error.code }
  const known = KINDS.find(([kind]) => error instanceof kind)
  if (error instanceof Error && known) return { error: known[1], details: error.message, code: known[2] }
  const trouble = systemTrouble(error) ?? folderTrouble(error)
  if (trouble !== null) return { error: 'No se pudo', details: trouble, code: 'DISCO_SE_NIEGA' }
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
