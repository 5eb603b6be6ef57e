import { execFile } from 'node:child_process'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { DATABASE_FILE, openSqlite } from '#platform/server/db/sqlite.ts'
import { makeFolder } from '#platform/server/installation/private-folder.ts'
import { listProofs, readFacts } from './facts.ts'
import { DUMP_FILE } from './manifest.ts'
import { listPictureFiles } from './named-files.ts'

/** In one step, as of one instant: in several it starts over whenever somebody writes, and never ends while the raffle sells. */
const ALL_PAGES = 2 ** 31 - 1

export type CopiedDatabase = Awaited<ReturnType<typeof copyDatabase>>

/** Copies the database as of one instant into a folder, and reads the copy's content. @throws AppError RESPALDO_IMPOSIBLE */
export async function copyDatabase(ctx: Ctx, folder: string) {
  makeFolder(folder)
  const { databaseUrl } = ctx.config
  const read = async (seen: Sql) => ({
    contiene: await readFacts(seen),
    proofs: await listProofs(seen),
    pictures: await listPictureFiles(seen),
    // Undefined of one that has never met a key.
    llave: (await seen.selectFrom('installation_key').select('huella').executeTakeFirst())?.huella,
  })
  if (databaseUrl !== null) {
    const path = join(folder, DUMP_FILE)
    const said = await ctx.db.consistent(async (seen) => {
      const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(seen)
      const options = ['--format=custom', '--no-owner', '--no-privileges', `--snapshot=${rows[0]?.id}`]
      await runPostgresProgram('pg_dump', [...options, `--file=${path}`], databaseUrl)
      return read(seen)
    })
    await chmod(path, 0o600)
    return { path, ...said }
  }
  const path = join(folder, DATABASE_FILE)
  const source = new DatabaseSync(join(ctx.config.dataDir, DATABASE_FILE), { readOnly: true, timeout: 10_000 })
  try {
    await backup(source, path, { rate: ALL_PAGES })
  } finally {
    source.close()
  }
  const copy = openSqlite(folder)
  try {
    return { path, ...(await copy.consistent(read)) }
  } finally {
    await copy.close()
  }
}

const execute = promisify(execFile)

/**
 * Runs a program of PostgreSQL on a database. The password goes by the environment: arguments can be read by everybody on the machine.
 * @throws AppError RESPALDO_IMPOSIBLE if it is not installed or fails.
 */
export async function runPostgresProgram(program: string, args: string[], databaseUrl: string): Promise<void> {
  const password = decodeURIComponent(new URL(databaseUrl).password)
  const url = databaseUrl.replace(/^([^:]*:\/\/[^:@/]*):[^@/]*@/, '$1@')
  const env = { ...process.env, ...(password && { PGPASSWORD: password }) }
  try {
    await execute(program, [...args, `--dbname=${url}`], { env, maxBuffer: 16 * 2 ** 20 })
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    const { stderr = '', signal = null } = (error ?? {}) as { stderr?: string; signal?: string | null }
    const said = stderr.trim() || (signal === null ? String(error) : `algo lo detuvo (${signal})`)
    const details = missing
      ? `No está ${program}. Instala los programas de PostgreSQL de la misma versión que el servidor o más nueva (en Debian: postgresql-client).`
      : `${program} no pudo: ${said}`
    throw refusal('RESPALDO_IMPOSIBLE', { details, cause: error })
  }
}

/** Fills an empty database. @throws AppError RESPALDO_IMPOSIBLE */
export function restoreDump(dump: string, databaseUrl: string): Promise<void> {
  const options = ['--no-owner', '--no-privileges', '--single-transaction', '--exit-on-error']
  return runPostgresProgram('pg_restore', [...options, dump], databaseUrl)
}
