import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, inject, test, vi } from 'vitest'
import type { SchemaStep } from '../db/migrate.ts'
import { administer, joinRuns, nameOfDatabase } from './databases-of-runs.ts'
import { onBothEngines, onPostgres, type TestCtx } from './engines.ts'

/** Steps with the same text and different effects. */
function makes(column: string): SchemaStep[] {
  return [
    {
      name: '0001-notas',
      async up(schema) {
        await schema.schema.createTable('notas').addColumn(column, 'text').execute()
      },
    },
  ]
}

onBothEngines('the schema of a context', (setup) => {
  test('is that of its own steps, also where those of another have the same text', async () => {
    for (const column of ['uno', 'otro', 'uno']) {
      const ctx = await setup.context({ schema: makes(column) })
      await ctx.db.write('x', (tx) => sql`insert into notas (${sql.ref(column)}) values ('a')`.execute(tx))
      const { rows } = await sql`select * from notas`.execute(ctx.db.read)
      expect(rows).toEqual([{ [column]: 'a' }])
    }
  })
})

onBothEngines('a context', (setup) => {
  const opened: TestCtx[] = []
  const isOpen = ({ db, config }: TestCtx) =>
    Promise.all([existsSync(config.dataDir), sql`select 1`.execute(db.read).then(Boolean, () => false)])

  for (const when of ['before', 'after'])
    test(`has nothing open once its test has ended: ${when}`, async () => {
      for (const ctx of opened.splice(0)) expect(await isOpen(ctx)).toEqual([false, false])
      const ctx = await setup.context()
      opened.push(ctx, await setup.twin(ctx))
      for (const one of opened) expect(await isOpen(one)).toEqual([true, true])
    })
})

onPostgres('a context on a server that nobody stops', (setup) => {
  test('gives up on no statement: a machine may be busy for minutes', async () => {
    const ctx = await setup.context({ schema: makes('uno') })
    const stranger = await setup.stranger(ctx)
    const held = Promise.withResolvers<void>()
    const done = Promise.withResolvers<void>()
    const holding = stranger.write('x', async (tx) => {
      await sql`lock table notas`.execute(tx)
      held.resolve()
      await done.promise
    })
    await held.promise
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    try {
      const written = ctx.db
        .write('x', (tx) => sql`insert into notas values ('a')`.execute(tx))
        .then(
          () => 'written',
          ({ code }) => code,
        )
      const waiting = sql`select from pg_locks where not granted and relation = 'notas'::regclass`
      while ((await waiting.execute(stranger.read)).rows.length === 0);
      await vi.advanceTimersByTimeAsync(9 * 60_000)
      done.resolve()
      expect(await written).toBe('written')
    } finally {
      vi.useRealTimers()
      done.resolve()
      await holding
    }
  })
})

const server = inject('postgresUrl')

test.skipIf(server === null)(
  'leftovers of a killed run on a server go with the next one; those of a running one stay',
  async () => {
    const url = server ?? ''
    const killed = nameOfDatabase('x', 'aaaaaaaaaaaa')
    const living = nameOfDatabase('x', 'bbbbbbbbbbbb')
    const foreign = 'tombola_x'
    const own = nameOfDatabase('x')
    const names = async () => {
      const { rows } = await administer(url, (client) => client.query('select datname from pg_database'))
      return rows.map(({ datname }) => datname).filter((name) => [killed, living, foreign, own].includes(name))
    }
    const end = await joinRuns(url, 'bbbbbbbbbbbb')
    await administer(url, async (client) => {
      for (const name of [killed, living, foreign, own]) await client.query(`create database ${name}`)
    })
    await (await joinRuns(url, 'cccccccccccc'))()
    expect((await names()).sort()).toEqual([living, foreign, own].sort())
    await end()
    expect((await names()).sort()).toEqual([foreign, own].sort())
    await administer(url, async (client) => {
      for (const name of [foreign, own]) await client.query(`drop database ${name}`)
    })
  },
)
