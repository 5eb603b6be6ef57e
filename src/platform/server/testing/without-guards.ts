import { type KyselyPlugin, sql } from 'kysely'
import type { Db, Sql } from '../db/database.ts'
import type { TestCtx } from './engines.ts'

/**
 * The same context with its guards off, to see a test of them fail: jobs run at the same time, each statement a commit of
 * its own, and those tables have neither keys nor checks.
 */
export async function withoutGuards(ctx: TestCtx, tables: string[]): Promise<TestCtx> {
  await ctx.db.write('guards', async (tx) => {
    for (const table of tables) {
      await sql`create table loose_copy as select * from ${sql.table(table)}`.execute(tx)
      await sql`drop table ${sql.table(table)}`.execute(tx)
      await sql`alter table loose_copy rename to ${sql.table(table)}`.execute(tx)
    }
  })
  const handle = (await unguardedHandle(ctx)).withPlugin(distance)
  const write: Db['write'] = (_lane, job) => job(handle)
  const writeBatched: Db['writeBatched'] = async (_lane, batch, input) => {
    const [outcome] = await batch.together(handle, [input])
    if (!outcome) return batch.alone(handle, input)
    if ('error' in outcome) throw outcome.error
    return outcome.value
  }
  return { ...ctx, db: { ...ctx.db, write, writeBatched } }
}

/** A turn of the event loop after each statement, as on a network: SQLite's answers would come too fast for a race. */
const distance: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    await new Promise((resolve) => setImmediate(resolve))
    return result
  },
}

/** Outside a job the writing connection of SQLite commits each statement; on PostgreSQL the reading pool does. */
async function unguardedHandle(ctx: TestCtx): Promise<Sql> {
  if (ctx.db.dialect.name === 'postgres') return ctx.db.read
  let writer: Sql | undefined
  await ctx.db.write('guards', async (tx) => {
    writer = tx
  })
  if (!writer) throw new Error('the job did not run')
  return writer
}
