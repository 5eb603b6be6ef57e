import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Dialect } from '../db/database.ts'
import { migrate, type SchemaStep } from '../db/migrate.ts'
import { openPostgres, postgresDialect } from '../db/postgres.ts'
import { DATABASE_FILE, openSqlite, sqliteDialect } from '../db/sqlite.ts'
import { administer, nameOfDatabase } from './databases-of-runs.ts'

/** A schema is built once for a run and copied for each context: building it takes longer than most tests. */

/** Content of a database beyond its schema, also made once for a run. */
export interface Preparation {
  /** Lower case letters: no two of a run are called alike. */
  name: string
  /** @param databaseUrl null of the SQLite database in that folder; else the folder is empty, and goes. */
  fill(folder: string, databaseUrl: string | null): Promise<void>
}

/** Puts a database with the schema into an empty folder. */
export async function copySqlite(steps: SchemaStep[], folder: string, prepared?: Preparation): Promise<void> {
  const template = join(tmpdir(), `template-${await digestOf(steps, sqliteDialect)}${prepared?.name ?? ''}.sqlite`)
  if (!existsSync(template)) {
    const made = mkdtempSync(join(tmpdir(), 'tombola-template-'))
    if (prepared) {
      await copySqlite(steps, made)
      await prepared.fill(made, null)
    } else {
      const db = await openSqlite(made)
      await migrate(db, steps)
      await db.close()
    }
    renameSync(join(made, DATABASE_FILE), template)
    rmSync(made, { recursive: true })
  }
  copyFileSync(template, join(folder, DATABASE_FILE))
}

/**
 * Makes a database with the schema.
 * @param server address of a database of a user who may make others; @param name of the new one.
 */
export async function copyPostgres(
  steps: SchemaStep[],
  server: string,
  name: string,
  prepared?: Preparation,
): Promise<void> {
  const template = nameOfDatabase(`template_${await digestOf(steps, postgresDialect)}${prepared?.name ?? ''}`)
  await administer(server, async (client) => {
    // Another worker may be building it.
    await client.query('select pg_advisory_lock(hashtext($1))', [template])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
    if (rowCount === 0) {
      const making = `${template}_new`
      await client.query(`drop database if exists ${making} with (force)`)
      if (prepared) {
        await copyPostgres(steps, server, making)
        const folder = mkdtempSync(join(tmpdir(), 'tombola-template-'))
        await prepared.fill(folder, addressOf(server, making))
        rmSync(folder, { recursive: true })
      } else {
        await client.query(`create database ${making}`)
        const db = await openPostgres(addressOf(server, making))
        await migrate(db, steps)
        await db.close()
      }
      await client.query(`alter database ${making} rename to ${template}`)
    }
    await client.query('select pg_advisory_unlock(hashtext($1))', [template])
    // By files and not by its log: half the work, and nobody writes the template.
    await client.query(`create database ${name} template ${template} strategy file_copy`)
  })
}

/** @returns the address of another database on the same server. */
export function addressOf(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

/**
 * Hash of everything that decides the effect of steps on an empty database: their text, and every statement that they would send. Tests make
 * steps of their own with the names of others; a text does not show its outer variables, nor the functions that it calls.
 */
async function digestOf(steps: SchemaStep[], dialect: Dialect): Promise<string> {
  const said: unknown[] = [String(migrate)]
  for (const step of steps.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    said.push(step.name, String(step.up), ...(await statementsOf(step, dialect)))
  }
  return createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 12)
}

/** A step's statements on an engine that has no rows, each with its parameters. */
export async function statementsOf(step: SchemaStep, dialect: Dialect): Promise<[sql: string, parameters: unknown][]> {
  const said: [string, unknown][] = []
  await step.up(
    dryRun(dialect, (...statement) => said.push(statement)),
    dialect,
  )
  return said
}

/** Sends nothing and finds nothing, as on a database without rows. */
function dryRun({ name }: Dialect, note: (sql: string, parameters: unknown) => void): Kysely<unknown> {
  const onPostgres = name === 'postgres'
  return new Kysely<unknown>({
    dialect: {
      createAdapter: () => (onPostgres ? new PostgresAdapter() : new SqliteAdapter()),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => (onPostgres ? new PostgresIntrospector(db) : new SqliteIntrospector(db)),
      createQueryCompiler: () => (onPostgres ? new PostgresQueryCompiler() : new SqliteQueryCompiler()),
    },
    log: ({ query }) => note(query.sql, query.parameters),
  })
}
