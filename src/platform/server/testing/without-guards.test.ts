import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { onBothEngines } from './engines.ts'
import { withoutGuards } from './without-guards.ts'

onBothEngines('a context without guards', (setup) => {
  test('lets statements that a job sends together come in their order, each a commit of its own', async () => {
    const ctx = await setup.context()
    await ctx.db.write('x', async (tx) => {
      await sql`create table orden (numero integer, tras integer)`.execute(tx)
    })
    const loose = await withoutGuards(ctx, [])
    const numbers = Array.from({ length: 50 }, (_, number) => number)
    const job = loose.db.write('x', async (tx) => {
      await Promise.all(
        numbers.map((number) => sql`insert into orden select ${sql.lit(number)}, count(*) from orden`.execute(tx)),
      )
      throw new Error('undone elsewhere')
    })
    await expect(job).rejects.toThrow('undone elsewhere')
    const { rows } = await sql`select numero, tras from orden order by numero`.execute(ctx.db.read)
    expect(rows).toEqual(numbers.map((number) => ({ numero: number, tras: number })))
  })
})
