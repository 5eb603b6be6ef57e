import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { appendEntry } from '#journal/server/append-entry.ts'
import { verifyChains } from '#journal/server/verify-chains.ts'
import type { Instant } from '#platform/clock.ts'
import type { SchemaStep } from '#platform/server/db/migrate.ts'
import { postgresDialect } from '#platform/server/db/postgres.ts'
import { sqliteDialect } from '#platform/server/db/sqlite.ts'
import { signingKey } from '#platform/server/installation/keys.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import { statementsOf } from '#platform/server/testing/template.ts'
import { schema } from './schema.ts'

/**
 * The statements of each step for both engines, as the beginning of their SHA-256. After a release, installations have run the step as it was: to
 * change it, add another one; a line here is never changed. Until the first release it changes with the upgrade.
 */
const RELEASED: Record<string, string> = {
  '2026-11-28-01-platform': '4d1b028a37c1b25e',
  '2026-11-28-02-access': '7cfd722b8f418dc2',
  '2026-11-28-03-journal': '01a50ae037ad41d6',
  '2026-11-28-04-mail': 'd45ea57fc409394a',
  '2026-11-28-05-site': 'a87b11d96737a6dc',
  '2026-11-28-06-operators': 'c78d0b5619a252f4',
  '2026-11-28-07-rates': '9beb4ae838bfabec',
  '2026-11-28-08-payment-methods': '4571e37e903aa3a3',
  '2026-11-28-09-raffles': '4bc11bc88a71137c',
  '2026-11-28-10-tickets': '668616c102440036',
  '2026-11-28-11-purchases': '6e16ed0e699d9400',
  '2026-11-28-12-movements': '89663222c66e5277',
  '2026-11-28-13-reconciliation': 'a42995a5c8de3fd3',
  '2026-11-28-14-review': '1f1412a32b9a5a52',
  '2026-11-28-15-draw': 'aaf28bc33ece05e2',
  '2026-11-28-16-letters': '3dab7527e31c2f7d',
  '2026-11-28-18-backups': 'a79bafd8ac6e58f8',
  '2026-11-28-19-reports': 'f3a4d8af9f9f5002',
  '2026-11-28-20-upgrade': 'e4818baa6171765d',
}

test('a released step keeps its text', async () => {
  const said: Record<string, string> = {}
  for (const step of schema) said[step.name] = await fingerprint(step)
  // An added step gets its line here, once it is right.
  expect(said).toEqual(RELEASED)
})

test('no two steps have one name', () => {
  const names = schema.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)])
})

onBothEngines('a line of the journal of the first day', (setup) => {
  test('is believed, without the id of its actor, and followed by others', async () => {
    const ctx = await setup.context({ schema })
    const line = {
      ambito: 'sitio',
      numero: 1,
      en: 1_000 as Instant,
      actor: 'Marisela',
      accion: 'tasa fijada',
      datos: '{}',
    }
    // As the version of that day made it.
    const hash = '2a47d834c0795a4c188cc2e20b5964029ea7292c147fa7761bafffe276df20b7'
    await ctx.db.write('sitio', async (tx) => {
      await tx
        .insertInto('journal')
        .values({ ...line, hash })
        .execute()
      await tx.insertInto('journal_heads').values({ ambito: 'sitio', numero: 1, hash }).execute()
    })
    expect(await verifyChains(ctx.db.read, signingKey(ctx.keys))).toEqual([])
    await ctx.db.write('sitio', (tx) =>
      appendEntry(tx, {
        ambito: 'sitio',
        en: 2_000 as Instant,
        actor: { id: 7, nombre: 'Marisela' },
        accion: 'tasa fijada',
        datos: {},
      }),
    )
    expect(await verifyChains(ctx.db.read, signingKey(ctx.keys))).toEqual([])
    const lines = await ctx.db.read.selectFrom('journal').select(['actor', 'actor_id']).orderBy('numero').execute()
    expect(lines).toEqual([
      { actor: 'Marisela', actor_id: null },
      { actor: 'Marisela', actor_id: 7 },
    ])
    await ctx.db.write('sitio', (tx) =>
      tx.updateTable('journal').set({ actor_id: 8 }).where('numero', '=', 2).execute(),
    )
    expect(await verifyChains(ctx.db.read, signingKey(ctx.keys))).toHaveLength(1)
  })
})

test('control: another word in a step is another fingerprint', async () => {
  const step = (name: string): SchemaStep => ({
    name: '2026-01-01-01-a',
    up: async (db) => void (await db.schema.createTable(name).addColumn('id', 'integer').execute()),
  })
  expect(await fingerprint(step('a'))).not.toBe(await fingerprint(step('b')))
})

async function fingerprint(step: SchemaStep): Promise<string> {
  const said = await Promise.all([sqliteDialect, postgresDialect].map((dialect) => statementsOf(step, dialect)))
  return createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 16)
}
