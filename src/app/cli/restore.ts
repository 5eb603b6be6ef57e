import { mkdir, readdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { formatDatedInstant, type Instant } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import type { Config } from '#platform/server/config.ts'
import { lockDataFolder } from '#platform/server/db/instance-lock.ts'
import { refuseUnknown } from '#platform/server/db/migrate.ts'
import { DATABASE_FILE } from '#platform/server/db/sqlite.ts'
import { schema } from '../server/schema.ts'
import { audit } from './audit.ts'
import { type Command, UsageError } from './command.ts'
import { copyDurably, flush, hashOf, type Manifest, readFacts, readManifest } from './copy-files.ts'
import { runPostgresProgram } from './postgres-programs.ts'

/** The lock of a server, and what SQLite keeps beside it. */
const LOCK = /^servidor\.lock/

function folderArgument(args: string[]): string {
  const [given] = args
  if (given === undefined || args.length !== 1) throw new UsageError('Indica la carpeta del respaldo.')
  return resolve(given)
}

function occupied(details: string): AppError {
  return new AppError(409, 'DESTINO_OCUPADO', 'No está vacía', details)
}

/** Nothing is written over: what is there may be the better copy. */
async function checkTarget({ dataDir, databaseUrl }: Config): Promise<void> {
  const there = (await readdir(dataDir)).filter((name) => !LOCK.test(name))
  if (there.length > 0) {
    throw occupied(
      `${dataDir} tiene archivos (${there.slice(0, 3).join(', ')}…). Apártala, o indica una carpeta nueva con DATA_DIR.`,
    )
  }
  if (databaseUrl === null) return
  const { Client } = (await import('pg')).default
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query(
      "select count(*)::int as tables from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
    )
    if (rows[0].tables > 0) throw occupied('La base de datos de DATABASE_URL tiene tablas. Crea una vacía e indícala.')
  } finally {
    await client.end()
  }
}

/** Reads every file before anything is written. */
async function checkCopy(folder: string, { motor, archivos, contiene }: Manifest, config: Config): Promise<void> {
  refuseUnknown('El respaldo', contiene.esquema, schema)
  if ((motor === 'postgres') !== (config.databaseUrl !== null)) {
    const details =
      motor === 'postgres'
        ? 'El respaldo es de PostgreSQL: indica una base de datos vacía con DATABASE_URL.'
        : 'El respaldo es de SQLite: no definas DATABASE_URL.'
    throw new AppError(422, 'RESPALDO_INVALIDO', 'Otra clase de base de datos', details)
  }
  for (const [name, hash] of Object.entries(archivos)) {
    if ((await hashOf(join(folder, name))) === hash) continue
    const details = `${name} falta en el respaldo o no es el que se guardó. No se restauró nada: usa otra copia.`
    throw new AppError(422, 'RESPALDO_INVALIDO', 'El respaldo está dañado', details)
  }
}

/** The database comes last: until it is there, a start refuses the folder. */
async function putBack(folder: string, { base, archivos }: Manifest, config: Config): Promise<void> {
  const folders = new Set<string>([config.dataDir])
  for (const name of Object.keys(archivos)) {
    if (name === base) continue
    const to = join(config.dataDir, name)
    await copyDurably(join(folder, name), to)
    folders.add(dirname(to))
  }
  for (const each of folders) await flush(each)
  if (config.databaseUrl === null) {
    await copyDurably(join(folder, base), join(config.dataDir, DATABASE_FILE))
    await flush(config.dataDir)
    return
  }
  const options = ['--no-owner', '--no-privileges', '--single-transaction', '--exit-on-error']
  await runPostgresProgram('pg_restore', [...options, join(folder, base)], config.databaseUrl)
}

export const restoreCommand: Command = {
  name: 'restore',
  begins: true,
  usage: '<carpeta>',
  summary: 'pone un respaldo en una carpeta y una base de datos vacías',
  async before(config, args) {
    const folder = folderArgument(args)
    const found = await readManifest(folder)
    await mkdir(config.dataDir, { recursive: true })
    // Kept until this process ends: no server starts on half of a copy.
    lockDataFolder(config.dataDir)
    await checkTarget(config)
    await checkCopy(folder, found, config)
    await putBack(folder, found, config)
  },
  async run(ctx, args) {
    const { contiene, en, archivos } = await readManifest(folderArgument(args))
    const problemas = await audit(ctx)
    const { numeros } = await ctx.db.consistent(readFacts)
    if (numeros !== contiene.numeros) problemas.push('los números no son los del respaldo')
    const when = formatDatedInstant(en as Instant)
    const text = problemas.length === 0 ? `Hecho: todo cuadra, como estaba el ${when}` : problemas.join('\n')
    return {
      data: { archivos: Object.keys(archivos).length, en, problemas, numeros },
      text,
      failed: problemas.length > 0,
    }
  },
}
