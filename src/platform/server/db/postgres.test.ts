import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { platformSchema } from '../schema.ts'
import { onPostgres } from '../testing/engines.ts'

onPostgres('statements that are sent together', (setup) => {
  test('of which one fails, and another is told first that something failed, are refused for the reason of the one', async () => {
    const ctx = await setup.context({ schema: platformSchema })
    const together = () =>
      ctx.db.write('prueba', async (tx) => {
        const divided = async () => {
          await sql`select 1 / 0`.execute(tx)
        }
        // What a job waits for through its own functions it hears of later than what it asks for itself.
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
