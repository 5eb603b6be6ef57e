import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { platformSchema } from '../schema.ts'
import { administer, nameOfDatabase } from '../testing/databases-of-runs.ts'
import { onPostgres } from '../testing/engines.ts'
import type { Sql } from './database.ts'
import type { SchemaStep } from './migrate.ts'
import { openPostgres } from './postgres.ts'

const notes: SchemaStep = {
  name: '0001-notas',
  async up(schema) {
    await schema.schema.createTable('notas').addColumn('texto', 'text').execute()
    await sql`insert into notas (texto) values ('x')`.execute(schema)
  },
}

onPostgres('jobs that wait for a raffle that another process has', (setup) => {
  /** Number of commits that serve three jobs while another process works in that lane. */
  async function commitsOfThree(lane: string): Promise<number> {
    const ctx = await setup.context({ schema: [notes] })
    const other = await setup.twin(ctx)
    let commits = 0
    ctx.db.onCommit(({ foreign }) => void (foreign || commits++))
    const touch = (tx: Sql) => sql`update notas set texto = texto`.execute(tx)
    const working = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    const work = other.db.write(lane, async (tx) => {
      await touch(tx)
      working.resolve()
      await end.promise
    })
    await working.promise
    const first = ctx.db.write(lane, touch)
    const waiting = async () => {
      const sessions = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      return (await sessions.execute(ctx.db.read)).rows.length
    }
    await expect.poll(waiting, { interval: 5 }).toBe(1)
    const later = [ctx.db.write(lane, touch), ctx.db.write(lane, touch)]
    end.resolve()
    await Promise.all([work, first, ...later])
    return commits
  }

  test('are served together; control: one that waits in its first statement is served before the others', async () => {
    expect(await commitsOfThree('rifa:1')).toBe(1)
    expect(await commitsOfThree('rifa')).toBe(2)
  })
})

onPostgres('statements that are sent together', (setup) => {
  test('of which one fails, and another is told first that something failed, are refused for the reason of the one', async () => {
    const ctx = await setup.context({ schema: platformSchema })
    const together = () =>
      ctx.db.write('prueba', async (tx) => {
        const divided = async () => {
          await sql`select 1 / 0`.execute(tx)
        }
        // A job's own functions hear of a result later than its direct queries.
        const deep = async () => {
          try {
            await divided()
          } finally {
            await null
          }
        }
        await Promise.all([deep(), sql`select 1`.execute(tx), sql`select 2`.execute(tx)])
      })
    const failures = await Promise.allSettled([together(), together(), together()])
    expect(failures.map((failure) => failure.status === 'rejected' && failure.reason.code)).toEqual([
      '22012',
      '22012',
      '22012',
    ])
    await expect(ctx.db.write('prueba', (tx) => sql`select 1 as uno`.execute(tx))).resolves.toBeDefined()
  })
})

test.skipIf(inject('postgresUrl') === null)('a database without room for every letter does not open', async () => {
  const url = new URL(inject('postgresUrl') ?? '')
  const name = nameOfDatabase('latin')
  const ask = (text: string) => administer(url.href, (client) => client.query(text))
  await ask(`create database ${name} encoding 'LATIN1' lc_collate 'C' lc_ctype 'C' template template0`)
  try {
    await expect(openPostgres(Object.assign(new URL(url), { pathname: `/${name}` }).href)).rejects.toThrow(
      /LATIN1.*UTF8/,
    )
  } finally {
    await ask(`drop database ${name} with (force)`)
  }
})
