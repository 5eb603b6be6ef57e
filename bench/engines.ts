import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { administer } from '#platform/server/testing/databases-of-runs.ts'
import { findBinaries, startPostgres } from '#platform/server/testing/postgres.ts'
import { addressOf } from '#platform/server/testing/template.ts'

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
  const { rows } = await administer(server, (client) => client.query('show server_version'))
  return {
    name: 'PostgreSQL',
    version: String(rows[0]?.server_version ?? ''),
    async newHome() {
      const name = `bench_${randomUUID().replaceAll('-', '')}`
      await administer(server, (client) => client.query(`create database ${name}`))
      return { dataDir: mkdtempSync(join(root, 'postgres-')), databaseUrl: addressOf(server, name) }
    },
  }
}
