import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { appendEntry } from '#journal/server/append-entry.ts'
import { verifyChains } from '#journal/server/verify-chains.ts'
import type { Instant } from '#platform/clock.ts'
import { migrate, type SchemaStep } from '#platform/server/db/migrate.ts'
import { postgresDialect } from '#platform/server/db/postgres.ts'
import { signingKey } from '#platform/server/db/signing-key.ts'
import { sqliteDialect } from '#platform/server/db/sqlite.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import { statementsOf } from '#platform/server/testing/template.ts'
import { schema } from './schema.ts'

/**
 * What each released step says to both engines, as the beginning of its SHA-256. Installations ran it as it was: a step that
 * needs a change is followed by another one, and a line here is never changed.
 */
const RELEASED: Record<string, string> = {
  '2026-11-22-01-platform': '93088cb8b9446157',
  '2026-11-22-02-journal': 'b0663a191f483667',
  '2026-11-22-03-mail': '4a4de6dae9d064a4',
  '2026-11-22-04-operators': 'bf1010afd78dce08',
  '2026-11-22-05-rates': '24783c714309dc0f',
  '2026-11-22-06-site': '5091978cc445225f',
  '2026-11-22-07-payment-methods': 'a3ab4f5ff4365446',
  '2026-11-22-08-raffles': '9df781b6120a046b',
  '2026-11-22-09-tickets': 'b95adda649d98657',
  '2026-11-22-10-purchases': 'dd43351bb35722c6',
  '2026-11-22-11-review': '8634b48ba15012d9',
  '2026-11-22-12-reports': '07075c7edc2e5f04',
  '2026-11-22-13-access': 'c651c4b6569a847b',
  '2026-11-23-01-journal-actors': 'e82b53779c14053d',
  '2026-11-23-02-purchase-actors': 'a5a891a4dac1b2c2',
  '2026-11-23-03-mail-content': '43b7adab46dda428',
  '2026-11-23-04-close': '7d07a4a51892fbb0',
  '2026-11-23-04-draw': '0dcf8ef815ed9a5b',
  '2026-11-23-05-draw': '726d6c00593bcb87',
  '2026-11-23-07-papers': '609482365757a886',
  '2026-11-23-08-pictures': 'ecda602b4ce8ffcb',
  '2026-11-23-09-settings': '0b93f03041f67156',
  '2026-11-23-11-backups': 'df322f08d3f30be8',
  '2026-11-23-10-files': '15ce7ea276ec25dd',
  '2026-11-23-12-processes': 'c09301132ee29b2a',
  '2026-11-23-14-mail-of-letters': '396f3014fc3df8f6',
  '2026-11-23-14-written-letters': '50ec68c13c13a4cc',
  '2026-11-23-15-restored': '5d0fc74fb4c1d0bb',
  '2026-11-23-16-people-who-may-not': 'cff6bca7b5e15a4c',
  '2026-11-23-18-limits': '912da6aeb406068f',
  '2026-11-23-19-payers': '65119c9b18438545',
  '2026-11-23-20-movements': '8314720e50fbceeb',
  '2026-11-24-03-notified-tail': '0829b3d4d2e3ceee',
  '2026-11-24-02-set-aside': 'f5cc61caca6e37ec',
  '2026-11-23-25-book-mails': '22d937285c3badd4',
  '2026-11-23-25-raffle-cents': '791e2dbba16b3da9',
  '2026-11-23-25-unique-cents': '41f9fa99d41da9af',
  '2026-11-23-22-statements': 'c7fdeb81c5cbe9e1',
  '2026-11-23-21-reconciliation': 'e02f3fa05a5c27fe',
  '2026-11-23-23-automatic-confirming': 'da246f9939db20b1',
  '2026-11-23-23-claims': '39f029f8ee5ec9ab',
  '2026-11-23-23-confirmed-alone': 'bddb2075d073e8cf',
  '2026-11-23-23-decided-movements': 'c8a892fd9f0efad4',
  '2026-11-23-23-free-money': 'b8558b11e24e3b38',
  '2026-11-23-24-sources': '5d81ffe9acafb7ba',
  '2026-11-23-13-purchase-amounts': 'bed030e6c42e0e18',
  '2026-11-23-13-purchase-notes': 'ec201d6f2af4e3b3',
  '2026-11-23-16-people': '3fbca60e4c0a0d5e',
  '2026-11-23-16-people-sold': '937b2cb0ebb92b64',
  '2026-11-25-70-purchase-totals': '553a701b5086986c',
  '2026-11-27-20-near-amounts': 'c312aee54475cbd7',
  '2026-11-27-30-captures': 'abd37cf92b0931c0',
  '2026-11-27-60-copies': '6eb1f70b240aa981',
  '2026-11-27-92-list': '8ed7af0d61bef630',
  '2026-11-27-93-pictures': '29f818a95bba96ff',
  '2026-11-27-95-limits': '4ad9261d38a74460',
  '2026-11-27-95-no-work': 'd0782830629e81b3',
  '2026-11-27-95-shares': 'e8acf89bc4f55f61',
  '2026-11-27-97-images': '01d7f3dea0c971bf',
}

test('a released step says what it said', async () => {
  const said: Record<string, string> = {}
  for (const step of schema) said[step.name] = await fingerprint(step)
  // A step that was added says here what it says, once it is right.
  expect(said).toEqual(RELEASED)
})

test('no two steps have one name', () => {
  const names = schema.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)])
})

onBothEngines('a database of the first day', (setup) => {
  test('gets what came later, and what it holds stands', async () => {
    const first = schema.filter(({ name }) => name in RELEASED && name < '2026-11-23')
    const ctx = await setup.context({ schema: first })
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
        .values({ ...line, hash } as never)
        .execute()
      await tx.insertInto('journal_heads').values({ ambito: 'sitio', numero: 1, hash }).execute()
    })
    expect(await migrate(ctx.db, schema)).toEqual(
      schema.filter((step) => !first.includes(step)).map(({ name }) => name),
    )
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
