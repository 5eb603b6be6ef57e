import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { readFacts } from '#house/server/backups/copy/facts.ts'
import { type AppError, type RefusalCode, refusal } from '#platform/errors.ts'
import { type Config, databaseAddress } from '#platform/server/config.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/database.ts'
import { FolderInUseError, withFolder } from '#platform/server/db/instance-lock.ts'
import { appliedSteps, MOVED_AWAY, migrate, type SchemaStep, UNFINISHED_MOVE } from '#platform/server/db/migrate.ts'
import { DATABASE_FILE, openSqlite } from '#platform/server/db/sqlite.ts'
import { flushFolder } from '#platform/server/files.ts'
import { installationOf } from '#platform/server/installation/installation.ts'
import { createLog } from '#platform/server/log.ts'
import { createContext, openServer } from '../../server/create-context.ts'
import { schema } from '../../server/schema.ts'
import { readProcesses } from '../../server/state/processes.ts'
import { audit } from '../audit.ts'
import { type LookingCommand, oneArgument, UsageError } from '../command.ts'
import { contentOf, copyCounters, copyTables, TABLES } from './copy-tables.ts'

/** New name of the file of the database that was moved away. */
const LEFT_FILE = 'tombola-mudada.sqlite'

/** In the same transaction as the tables: no start takes a database for its own that is not whole. */
const unfinished: SchemaStep = { name: UNFINISHED_MOVE, up: async () => {} }

export const moveCommand: LookingCommand = {
  name: 'move',
  needs: 'installation',
  usage: '<postgresql://…>',
  summary: 'muda la base de datos de SQLite a PostgreSQL, con el servidor apagado',
  async look(config, args) {
    const wanted = 'Indica a dónde: la dirección de un PostgreSQL vacío.'
    const to = oneArgument(args, wanted)
    if (!databaseAddress.safeParse(to).success) throw new UsageError(wanted)
    const moved = await moveInstallation(config, to)
    return {
      data: moved,
      text: `Hecho: ${moved.filas} filas, y todo cuadra en los dos lados. Pon esa dirección en DATABASE_URL antes de encender el servidor. La base de datos anterior quedó apartada y ya no abre.`,
    }
  },
}

/**
 * Moves the rows of an installation from SQLite to PostgreSQL. Folder, key and bucket stay the same. The source is only read until the target is
 * whole and was compared with it; then it is marked, the target opens, and it is set aside. After an interruption at any of these, the same command
 * continues, and no server starts on half of an installation.
 * @param to address of the PostgreSQL to move to.
 * @throws AppError, FolderInUseError
 */
export async function moveInstallation(config: Config, to: string) {
  if (config.databaseUrl !== null) throw refused('MISMO_MOTOR', SAME_ENGINE)
  return withFolder(config.dataDir, async () => (await endMove(config, to)) ?? (await beginMove(config, to)))
}

async function beginMove(config: Config, to: string) {
  const source = await createContext(config, createLog('silent'))
  try {
    await refuseRunning(source)
    await refuseUnbalanced(source, 'La base de datos de origen')
    const target = await newPostgres(to)
    try {
      const moved = await fill(source, target, to)
      // Before the target opens: at no moment do servers start on both.
      await source.db.write('mudanza', (tx) =>
        sql`insert into schema_steps (name, timestamp) values (${MOVED_AWAY}, ${new Date().toISOString()})`.execute(tx),
      )
      await open(target)
      await setAside(config.dataDir, source.db)
      return moved
    } finally {
      await target.close().catch(() => {})
    }
  } finally {
    await source.db.close().catch(() => {})
  }
}

/**
 * Ends a move that was interrupted once its target was whole, by the mark of the source.
 * @returns null if there is none.
 */
async function endMove({ dataDir }: Config, to: string) {
  if (!existsSync(join(dataDir, DATABASE_FILE))) return null
  const source = openSqlite(dataDir)
  try {
    if (!(await appliedSteps(source.read)).includes(MOVED_AWAY)) return null
    const target = await openServer(to)
    try {
      if (!(await isWholeCopy(source, target))) return null
      let filas = 0
      for (const table of TABLES) filas += (await contentOf(target.read, table)).rows
      const { numeros } = await target.consistent(readFacts)
      await open(target)
      await setAside(dataDir, source)
      return { filas, numeros }
    } finally {
      await target.close().catch(() => {})
    }
  } finally {
    await source.close().catch(() => {})
  }
}

/** Whether all of that installation is there. One that was opened already may have gone on. */
async function isWholeCopy(source: Db, target: Db): Promise<boolean> {
  const steps = await appliedSteps(target.read)
  if (steps.length === 0) return false
  const { identidad } = await installationOf(source.read)
  if (identidad === null || (await installationOf(target.read)).identidad !== identidad) return false
  if (!steps.includes(UNFINISHED_MOVE)) return true
  for (const table of TABLES) {
    const [there, here] = [await contentOf(target.read, table), await contentOf(source.read, table)]
    if (there.sum !== here.sum || there.rows !== here.rows) return false
  }
  return true
}

async function refuseRunning(ctx: Ctx): Promise<void> {
  if ((await readProcesses(ctx)).length === 0) return
  throw new FolderInUseError(
    'Un servidor usa esta base de datos. Deténlos todos y espera dos minutos antes de mudarla.',
  )
}

async function refuseUnbalanced(ctx: Ctx, what: string): Promise<void> {
  const problems = await audit(ctx)
  if (problems.length > 0) throw refused('NO_CUADRA', `${what} no cuadra:\n${problems.join('\n')}`)
}

async function newPostgres(url: string): Promise<Db> {
  const db = await openServer(url)
  try {
    const again = (await appliedSteps(db.read)).includes(UNFINISHED_MOVE)
    if (!again && (await ownTables(db)) > 0) throw refused('DESTINO_OCUPADO', OCCUPIED)
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

/** From now on a server starts on it. */
async function open(target: Db): Promise<void> {
  await target.write('mudanza', (tx) => sql`delete from schema_steps where name = ${UNFINISHED_MOVE}`.execute(tx))
}

/** Copies everything and compares it, table by table and as the audit sees it. */
async function fill(source: Ctx, db: Db, databaseUrl: string) {
  await migrate(db, [...schema, unfinished])
  const { held, facts } = await source.db.consistent(async (read) => {
    const held = await copyTables(read, db)
    await copyCounters(read, db)
    return { held, facts: await readFacts(read) }
  })
  for (const table of TABLES) {
    const [there, here] = [await contentOf(db.read, table), held.get(table)]
    if (there.sum !== here?.sum || there.rows !== here.rows)
      throw refused('NO_CUADRA', `La tabla ${table} no llegó igual.`)
  }
  const target: Ctx = { ...source, db, config: { ...source.config, databaseUrl } }
  await refuseUnbalanced(target, 'La base de datos de destino')
  const { numeros, diario } = await db.consistent(readFacts)
  const now = await source.db.consistent(readFacts)
  if (numeros !== facts.numeros || String(diario) !== String(facts.diario)) throw refused('NO_CUADRA', NOT_THE_SAME)
  if (now.numeros !== facts.numeros || String(now.diario) !== String(facts.diario)) throw refused('NO_CUADRA', CHANGED)
  return { filas: [...held.values()].reduce((sum, { rows }) => sum + rows, 0), numeros }
}

/** The file of a source keeps its data under another name, as a reserve. */
async function setAside(dataDir: string, source: Db): Promise<void> {
  await source.close()
  await rename(join(dataDir, DATABASE_FILE), join(dataDir, LEFT_FILE))
  for (const rest of ['-wal', '-shm']) await rm(join(dataDir, DATABASE_FILE + rest), { force: true })
  await flushFolder(dataDir)
}

async function ownTables({ read }: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(read)
  return rows[0]?.n ?? 0
}

function refused(code: RefusalCode, details: string): AppError {
  return refusal(code, { error: 'No se mudó', details })
}

const SAME_ENGINE = 'La instalación ya está en PostgreSQL.'
const OCCUPIED = 'La base de datos de destino tiene tablas. Crea una vacía e indícala.'
const NOT_THE_SAME = 'Los números o el diario del destino no son los del origen.'
const CHANGED = 'El origen cambió mientras se copiaba: hay un servidor encendido. Deténlo y repite la orden.'
