import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBinaries, type PostgresServer, startPostgres } from '../../testing/postgres.ts'
import type { Db } from '../database.ts'
import { openPostgres } from '../postgres.ts'
import { addressesOf } from './database-hosts.ts'

test('a list of servers is an address of each, and one is itself', () => {
  expect(
    addressesOf('postgresql://u:p@uno:5432,dos:6000/rifas?target_session_attrs=read-write&sslmode=require'),
  ).toEqual(['postgresql://u:p@uno:5432/rifas?sslmode=require', 'postgresql://u:p@dos:6000/rifas?sslmode=require'])
  expect(addressesOf('postgres://uno,[::1]:7/rifas')).toEqual(['postgres://uno/rifas', 'postgres://[::1]:7/rifas'])
  const one = 'postgresql://u@uno/rifas?options=a,b'
  expect(addressesOf(one)).toEqual([one])
  expect(() => addressesOf('postgres://uno,dos/rifas?target_session_attrs=any')).toThrow('target_session_attrs')
  expect(() => addressesOf('postgres://uno,,dos/rifas')).toThrow('falta')
})

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

describe.skipIf(binaries === null)('a primary and its synchronous replica', () => {
  let primary: PostgresServer
  let replica: PostgresServer
  let db: Db | undefined
  const port = (server: PostgresServer) => new URL(server.url).port
  const both = () => `postgresql://postgres@127.0.0.1:${port(replica)},127.0.0.1:${port(primary)}/postgres`

  beforeAll(async () => {
    primary = await startPostgres(binaries ?? '')
    replica = await startPostgres(binaries ?? '', { from: primary.url })
    // A table of ours, before anybody waits for the replica.
    await ask(primary.url, 'create table notas (texto text)')
    await ask(primary.url, "alter system set synchronous_standby_names = '*'")
    await ask(primary.url, 'select pg_reload_conf()')
  })
  afterAll(async () => {
    await db?.close()
    await Promise.all([primary?.stop(), replica?.stop()])
  })

  const note = (text: string) => db?.write('notas', (tx) => sql`insert into notas values (${text})`.execute(tx))
  const notes = async () =>
    (await sql<{ texto: string }>`select texto from notas order by texto`.execute((db as Db).read)).rows.map(
      ({ texto }) => texto,
    )

  test('the one that takes writes is found, whichever stands first', async () => {
    db = await openPostgres(both(), { patience: 4_000, write: 4_000 })
    await note('a')
    expect(await notes()).toEqual(['a'])
  })

  test('what the replica has not is not acknowledged, and is there once it has', async () => {
    await replica.crash()
    await expect(note('b')).rejects.toMatchObject({ code: 'SIN_BASE_DE_DATOS' })
    await replica.start()
    await expect.poll(async () => (await notes()).includes('b')).toBe(true)
  })

  test('the primary is gone and the replica is promoted: work goes on where it is, and all of it is there', async () => {
    await note('c')
    await primary.crash('SIGKILL')
    const waiting = note('d')
    await ask(replica.url, "alter system set synchronous_standby_names = ''")
    await ask(replica.url, 'select pg_promote()')
    await waiting
    expect(await notes()).toEqual(['a', 'b', 'c', 'd'])
  })

  test('the old primary is back beside the new one: a start says so and refuses', async () => {
    await primary.start()
    await expect(openPostgres(both())).rejects.toThrow(/más de uno/)
  })
})
