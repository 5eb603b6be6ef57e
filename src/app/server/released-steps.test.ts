import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { SchemaStep } from '#platform/server/db/migrate.ts'
import { postgresDialect } from '#platform/server/db/postgres.ts'
import { sqliteDialect } from '#platform/server/db/sqlite.ts'
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
}

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
  const said = await Promise.all([sqliteDialect, postgresDialect].map((dialect) => statementsOf(step, dialect)))
  return createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 16)
}
