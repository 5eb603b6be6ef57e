import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Db } from '#platform/server/db/database.ts'
import { openPostgres } from '#platform/server/db/postgres.ts'
import { openSqlite } from '#platform/server/db/sqlite.ts'
import type { EngineName } from '#platform/server/testing/engines.ts'
import { newFolder } from '#platform/server/testing/new-folder.ts'

/** The shop that the version of 26 November 2026 sold with. @returns its folder: `data`, `sold.json`, and `base.sql` of PostgreSQL. */
export function unpackFirst(engine: EngineName): string {
  const folder = newFolder()
  execFileSync('tar', ['-xzf', join(import.meta.dirname, `first-version/${engine}.tar.gz`), '-C', folder])
  return folder
}

/** Its database, before it is brought up to date. @param databaseUrl of an empty one of PostgreSQL. */
export async function openFirst(folder: string, databaseUrl: string | null): Promise<Db> {
  if (databaseUrl === null) return openSqlite(join(folder, 'data'))
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('drop schema public cascade; create schema public')
    // Leave out the commands that only psql understands.
    await client.query(readFileSync(join(folder, 'base.sql'), 'utf8').replaceAll(/^\\.*$/gm, ''))
  } finally {
    await client.end()
  }
  return openPostgres(databaseUrl)
}
