import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findBinaries, startPostgres } from '#platform/server/testing/postgres.ts'

/** A place for one shop's data: a folder, and on PostgreSQL a database too. */
export interface Home {
  dataDir: string
  /** Null means SQLite in the folder. */
  databaseUrl: string | null
}

export interface Engine {
  name: 'SQLite' | 'PostgreSQL'
  /** Its version, as it says it. */
  version: string
  newHome(): Promise<Home>
}

export interface Engines {
  engines: Engine[]
  remove(): Promise<void>
}

/** Both engines, in folders that go when the bench ends. PostgreSQL is left out, aloud, where it is not installed. */
export async function openEngines(): Promise<Engines> {
  const root = mkdtempSync(join(tmpdir(), 'tombola-bench-'))
  const clear = () => rmSync(root, { recursive: true, force: true })
  process.once('exit', clear)
  // The code that ends the other processes listens for this one's exit, which a signal alone does not cause.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  const engines: Engine[] = [sqlite(root)]
  const binaries = findBinaries()
  const given = process.env['TEST_POSTGRES_URL']
  const own = given || binaries === null ? null : await startPostgres(binaries)
  const url = given || own?.url
  if (url) engines.push(await postgres(root, url))
  else console.error('*** SKIPPED: PostgreSQL. Install postgresql (15 or newer) or set TEST_POSTGRES_URL. ***')
  return {
    engines,
    async remove() {
      await own?.stop()
      clear()
    },
  }
}

function sqlite(root: string): Engine {
  return {
    name: 'SQLite',
    version: process.versions['sqlite'] ?? '',
    newHome: async () => ({ dataDir: mkdtempSync(join(root, 'sqlite-')), databaseUrl: null }),
  }
}

async function postgres(root: string, server: string): Promise<Engine> {
  const [row] = await ask(server, 'show server_version')
  return {
    name: 'PostgreSQL',
    version: String(row?.['server_version'] ?? ''),
    async newHome() {
      const name = `bench_${randomUUID().replaceAll('-', '')}`
      await ask(server, `create database ${name}`)
      const url = new URL(server)
      url.pathname = `/${name}`
      return { dataDir: mkdtempSync(join(root, 'postgres-')), databaseUrl: url.href }
    },
  }
}

async function ask(server: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}
