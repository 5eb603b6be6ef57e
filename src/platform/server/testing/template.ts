import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate, type SchemaStep } from '../db/migrate.ts'
import { openPostgres } from '../db/postgres.ts'
import { DATABASE_FILE, openSqlite } from '../db/sqlite.ts'

/**
 * A schema is built once for a run and copied for each context: building it takes longer than most tests. The folder of the
 * run, which no other run has, is part of the names (run-folder.ts).
 */

const prefix = () => `tombola_template_${digest(tmpdir())}`

/** Puts a database with the schema into an empty folder. */
export async function copySqlite(steps: SchemaStep[], folder: string): Promise<void> {
  const template = join(tmpdir(), `template-${digestOf(steps)}.sqlite`)
  if (!existsSync(template)) {
    const made = mkdtempSync(join(tmpdir(), 'tombola-template-'))
    const db = await openSqlite(made)
    await migrate(db, steps)
    await db.close()
    renameSync(join(made, DATABASE_FILE), template)
    rmSync(made, { recursive: true })
  }
  copyFileSync(template, join(folder, DATABASE_FILE))
}

/**
 * Makes a database with the schema.
 * @param server address of a database of a user who may make others; @param name of the new one.
 */
export async function copyPostgres(steps: SchemaStep[], server: string, name: string): Promise<void> {
  const template = `${prefix()}_${digestOf(steps)}`
  await administer(server, async (client) => {
    // Another worker may be building it.
    await client.query('select pg_advisory_lock(hashtext($1))', [template])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
    if (rowCount === 0) {
      const making = `${template}_new`
      await client.query(`drop database if exists ${making} with (force)`)
      await client.query(`create database ${making}`)
      const db = await openPostgres(addressOf(server, making))
      await migrate(db, steps)
      await db.close()
      await client.query(`alter database ${making} rename to ${template}`)
    }
    await client.query('select pg_advisory_unlock(hashtext($1))', [template])
    await client.query(`create database ${name} template ${template}`)
  })
}

/** Removes the templates of this run from a server that outlives it. */
export async function dropTemplates(server: string): Promise<void> {
  await administer(server, async (client) => {
    const like = `${prefix().replaceAll('_', '\\_')}%`
    const { rows } = await client.query<{ datname: string }>('select datname from pg_database where datname like $1', [
      like,
    ])
    for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`)
  })
}

/** @returns the address of another database on the same server. */
export function addressOf(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

export async function administer<T>(server: string, job: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    return await job(client)
  } finally {
    await client.end()
  }
}

/** Tests make steps of their own with the names of others. */
function digestOf(steps: SchemaStep[]): string {
  return digest(steps.map((step) => `${step.name} ${step.up}`).join('\n'))
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
