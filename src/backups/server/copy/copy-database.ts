import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { DATABASE_FILE, openSqlite } from '#platform/server/db/sqlite.ts'
import { makeFolder } from '#platform/server/installation/make-folder.ts'
import { type Facts, type KnownProof, listProofs, readFacts, readKeyPrint } from './facts.ts'
import { DUMP_FILE } from './manifest.ts'
import { listPictureFiles } from './named-files.ts'
import { runPostgresProgram } from './postgres-programs.ts'

/** In one step, as of one instant: in several it starts over whenever somebody writes, and never ends while the raffle sells. */
const ALL_PAGES = 2 ** 31 - 1

export interface CopiedDatabase {
  name: string
  path: string
  contiene: Facts
  proofs: KnownProof[]
  /** Ids of the files of pictures that it names. */
  pictures: string[]
  llave: string | undefined
}

/** Copies the database as of one instant into a folder, and reads the copy's content. @throws AppError RESPALDO_IMPOSIBLE */
export async function copyDatabase(ctx: Ctx, folder: string): Promise<CopiedDatabase> {
  makeFolder(folder)
  const { databaseUrl } = ctx.config
  const read = async (seen: Sql) => ({
    contiene: await readFacts(seen),
    proofs: await listProofs(seen),
    pictures: await listPictureFiles(seen),
    llave: await readKeyPrint(seen),
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
    return { name: DUMP_FILE, path, ...said }
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
    return { name: DATABASE_FILE, path, ...(await copy.consistent(read)) }
  } finally {
    await copy.close()
  }
}
