import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import type { Db } from '#platform/server/db/database.ts'
import { appliedSteps, migrate } from '#platform/server/db/migrate.ts'
import { openPostgres } from '#platform/server/db/postgres.ts'
import { openSqlite } from '#platform/server/db/sqlite.ts'
import { onBothEngines, type Setup } from '#platform/server/testing/engines.ts'
import { newFolder } from '#platform/server/testing/new-folder.ts'
import { readStructure } from '#platform/server/testing/read-structure.ts'
import { listImages } from '#raffles/server/images/image-store.ts'
import { schema } from '../schema.ts'

/** The database of the shop that the version of 26 November 2026 sold with, before it is brought up to date. */
async function openFirst(setup: Setup): Promise<Db> {
  const folder = newFolder()
  const archive = join(import.meta.dirname, `../testing/first-version/${setup.engine}.tar.gz`)
  execFileSync('tar', ['-xzf', archive, '-C', folder])
  if (setup.engine === 'sqlite') return openSqlite(join(folder, 'data'))
  const { config } = await setup.context({ schema: [] })
  const url = config.databaseUrl ?? ''
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('drop schema public cascade; create schema public')
    // Leave out the commands that only psql understands.
    await client.query(readFileSync(join(folder, 'base.sql'), 'utf8').replaceAll(/^\\.*$/gm, ''))
  } finally {
    await client.end()
  }
  return openPostgres(url)
}

/** SQLite has three constraints whose names only this upgrade gives; PostgreSQL names them the same by itself. */
const named = (facts: string[]) =>
  facts
    .map((fact) => fact.replace(/^check (raffles|movements) \[(-|raffles_check|movements_check)\]/, 'check $1'))
    .filter((fact) => fact !== 'foreign key movements [movements_repetida_de_fkey]')
    .sort()

onBothEngines('a shop of the version before the tables were declared', (setup) => {
  test('has after one step the schema of a new one, and every row that it had', async () => {
    const old = await openFirst(setup)
    try {
      const count = async () => {
        const { cuantas } = await old.read
          .selectFrom('purchases')
          .select(({ fn }) => fn.countAll<number>().as('cuantas'))
          .executeTakeFirstOrThrow()
        const tickets = await old.read.selectFrom('tickets').selectAll().orderBy('numero').execute()
        return { cuantas: Number(cuantas), tickets }
      }
      const before = await count()
      expect(before.cuantas).toBe(8)
      const made = (await setup.context({ schema })).db
      expect(named(await readStructure(old))).not.toEqual(named(await readStructure(made)))
      expect(await migrate(old, schema)).toEqual([schema.at(-1)?.name])
      expect(named(await readStructure(old))).toEqual(named(await readStructure(made)))
      expect((await appliedSteps(old.read)).sort()).toEqual((await appliedSteps(made.read)).sort())
      expect(await count()).toEqual(before)
      const [stock] = await old.read.selectFrom('stock').selectAll().execute()
      expect(stock).toMatchObject({ total_numeros: 200, falsos: 0, confirmados: before.tickets.length })
      const marks = await old.read.selectFrom('proof_marks').select(['rasgos', 'visto_en']).execute()
      for (const mark of marks) expect(mark).toEqual({ rasgos: null, visto_en: 0 })
      // One that was never prepared shows nothing.
      expect(await listImages(old.read, 1)).toEqual([])
      expect(await migrate(old, schema)).toEqual([])
    } finally {
      await old.close()
    }
  })
})
