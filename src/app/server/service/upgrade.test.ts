import { expect, test } from 'vitest'
import { appliedSteps, migrate } from '#platform/server/db/migrate.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import { readStructure } from '#platform/server/testing/read-structure.ts'
import { listImages } from '#raffles/server/images/image-store.ts'
import { schema } from '../schema.ts'
import { openFirst, unpackFirst } from '../testing/first-shop.ts'

/** SQLite has three constraints whose names only this upgrade gives; PostgreSQL names them the same by itself. */
const named = (facts: string[]) =>
  facts
    .map((fact) => fact.replace(/^check (raffles|movements) \[(-|raffles_check|movements_check)\]/, 'check $1'))
    .filter((fact) => fact !== 'foreign key movements [movements_repetida_de_fkey]')
    .sort()

onBothEngines('a shop of the version before the tables were declared', (setup) => {
  test('has after one step the schema of a new one, and every row that it had', async () => {
    const { config } = await setup.context({ schema: [] })
    const old = await openFirst(unpackFirst(setup.engine), config.databaseUrl)
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
