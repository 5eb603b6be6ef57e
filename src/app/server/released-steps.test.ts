import { createHash } from 'node:crypto'
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
import { expect, test } from 'vitest'
import type { SchemaStep } from '#platform/server/db/migrate.ts'
import { postgresDialect } from '#platform/server/db/postgres.ts'
import { sqliteDialect } from '#platform/server/db/sqlite.ts'
import { schema } from './schema.ts'

/**
 * What each released step says to both engines, as the beginning of its SHA-256. Installations ran it as it was: a step that
 * needs a change is followed by another one, and a line here is never changed.
 */
const RELEASED: Record<string, string> = {
  '2026-11-22-01-platform': '8eadb50c8e0b4aae',
  '2026-11-22-02-journal': '30a0b644b4bcfda2',
  '2026-11-22-03-mail': 'affc3fbf897c4af9',
  '2026-11-22-04-operators': '7aba6ea5da98e2f6',
  '2026-11-22-05-rates': 'ce3a60863ab9f128',
  '2026-11-22-06-site': '0214ed8bbf9e032f',
  '2026-11-22-07-payment-methods': 'd93e5ad5b35d15b7',
  '2026-11-22-08-raffles': 'c0fedaad4a237cc4',
  '2026-11-22-09-tickets': '6257b38abb4f9267',
  '2026-11-22-10-purchases': 'eefa9e1103ad12dc',
  '2026-11-22-11-review': '5e71f3a8fe0e8a16',
  '2026-11-22-12-reports': '8678f100c11cba9b',
}

const ENGINES = [
  {
    dialect: sqliteDialect,
    compiler: () => new SqliteQueryCompiler(),
    adapter: () => new SqliteAdapter(),
    introspector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
  },
  {
    dialect: postgresDialect,
    compiler: () => new PostgresQueryCompiler(),
    adapter: () => new PostgresAdapter(),
    introspector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  },
]

test('a released step says what it said', async () => {
  const said: Record<string, string> = {}
  for (const step of schema) said[step.name] = await fingerprint(step)
  expect(said).toMatchObject(RELEASED)
})

test('steps run in the order in which they are written', () => {
  const names = schema.map(({ name }) => name)
  expect([...names].sort()).toEqual(names)
})

test('control: another word in a step is another fingerprint', async () => {
  const step = (name: string): SchemaStep => ({
    name: '2026-01-01-01-a',
    up: async (db) => void (await db.schema.createTable(name).addColumn('id', 'integer').execute()),
  })
  expect(await fingerprint(step('a'))).not.toBe(await fingerprint(step('b')))
})

async function fingerprint(step: SchemaStep): Promise<string> {
  const hash = createHash('sha256')
  for (const engine of ENGINES) for (const said of await statements(step, engine)) hash.update(`${said}\n`)
  return hash.digest('hex').slice(0, 16)
}

/** What a step says to an engine that does nothing. */
async function statements(step: SchemaStep, engine: (typeof ENGINES)[number]): Promise<string[]> {
  const said: string[] = []
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: engine.adapter,
      createDriver: () => new DummyDriver(),
      createIntrospector: engine.introspector,
      createQueryCompiler: engine.compiler,
    },
    log: ({ query }) => void said.push(JSON.stringify([query.sql, query.parameters])),
  })
  await step.up(db, engine.dialect)
  return said
}
