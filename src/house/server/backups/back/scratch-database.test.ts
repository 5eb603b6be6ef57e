import pg from 'pg'
import { expect, test } from 'vitest'
import { databaseBeside } from '#platform/server/db/hosts/host-client.ts'
import { onPostgres } from '#platform/server/testing/engines.ts'
import { createScratch } from './verify-copy.ts'

const HOUR = 3_600_000

onPostgres('databases in which copies are opened', (setup) => {
  test('that a killed run left go with the next; one in use, a new one and foreign ones stay', async () => {
    const { config } = await setup.context()
    const given = config.databaseUrl ?? ''
    const named = (ago: number, end: string) => `tombola_verifica_${(Date.now() - ago).toString(36)}_${end.repeat(12)}`
    const [left, used, fresh] = [named(2 * HOUR, 'a'), named(2 * HOUR, 'b'), named(0, 'c')]
    const [before, foreign] = [`tombola_verifica_${'d'.repeat(12)}`, 'tombola_verifica_mia']
    const all = [left, used, fresh, before, foreign]
    const client = new pg.Client({ connectionString: given })
    await client.connect()
    const worker = new pg.Client({ connectionString: databaseBeside(given, used) })
    try {
      for (const name of all) await client.query(`create database ${name}`)
      await worker.connect()
      const { databaseUrl, drop } = await createScratch(given)
      const there = async () => {
        const { rows } = await client.query('select datname from pg_database where datname = any($1)', [all])
        return rows.map(({ datname }) => datname).sort()
      }
      expect(await there()).toEqual([used, fresh, foreign].sort())
      const other = new pg.Client({ connectionString: databaseUrl })
      await other.connect()
      // A process that ends during its work is still connected for a moment.
      other.on('error', () => {})
      await drop()
      expect(await there()).toEqual([used, fresh, foreign].sort())
    } finally {
      // A verification next to this test on the same server removes old databases without an owner.
      await worker.end()
      for (const name of all) await client.query(`drop database if exists ${name} with (force)`)
      await client.end()
    }
  })
})
