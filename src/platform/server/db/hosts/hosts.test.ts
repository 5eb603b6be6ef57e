import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { balance } from '../../testing/balance.ts'
import { findBinaries, type PostgresServer, startPostgres } from '../../testing/postgres.ts'
import type { Db } from '../database.ts'
import { openPostgres } from '../postgres.ts'

const binaries = process.env['TEST_ENGINE'] === 'SQLite' ? null : findBinaries()

async function ask(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}

const portOf = ({ url }: PostgresServer) => Number(new URL(url).port)

describe.skipIf(binaries === null)('a primary and its synchronous replica, behind one address', () => {
  let primary: PostgresServer
  let replica: PostgresServer
  let db: Db | undefined
  /** Refuses soon. Writes that must succeed do not go through it: the time of a host is not ours to decide. */
  let hasty: Db | undefined
  let writable: PostgresServer
  /** Leads to the one that takes writes. */
  let front: Awaited<ReturnType<typeof balance>>

  beforeAll(async () => {
    primary = await startPostgres(binaries ?? '')
    writable = primary
    front = await balance(() => [portOf(writable)])
    replica = await startPostgres(binaries ?? '', { from: primary.url })
    // A table of ours, before anybody waits for the replica.
    await ask(primary.url, 'create table notas (texto text)')
    await ask(primary.url, "alter system set synchronous_standby_names = '*'")
    await ask(primary.url, 'select pg_reload_conf()')
  })
  afterAll(async () => {
    await Promise.all([db?.close(), hasty?.close()])
    await front?.close()
    await Promise.all([primary?.stop(), replica?.stop()])
  })

  const address = () => `postgresql://postgres@127.0.0.1:${front.port}/postgres`
  const note = (text: string, to = db) =>
    to?.write('notas', (tx) => sql`insert into notas values (${text})`.execute(tx))
  const notes = async () =>
    (await sql<{ texto: string }>`select texto from notas order by texto`.execute((db as Db).read)).rows.map(
      ({ texto }) => texto,
    )

  test('a write through it is there', async () => {
    db = await openPostgres(address(), { patience: 300_000 })
    await note('a')
    expect(await notes()).toEqual(['a'])
  })

  test('a write that the replica has not is not acknowledged, and is there once it has', async () => {
    hasty = await openPostgres(address(), { patience: 2_000, write: 2_000 })
    await replica.crash()
    await expect(note('b', hasty)).rejects.toMatchObject({ code: 'SIN_BASE_DE_DATOS' })
    await replica.start()
    await expect.poll(async () => (await notes()).includes('b')).toBe(true)
  })

  test('the primary is gone and the replica is promoted: work goes on, and all of it is there', async () => {
    await note('c')
    await primary.crash('SIGKILL')
    const promote = async () => {
      await ask(replica.url, "alter system set synchronous_standby_names = ''")
      await ask(replica.url, 'select pg_promote()')
      writable = replica
    }
    await Promise.all([note('d'), promote()])
    expect(await notes()).toEqual(['a', 'b', 'c', 'd'])
  })
})
