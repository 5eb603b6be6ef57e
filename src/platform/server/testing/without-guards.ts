import { type KyselyPlugin, sql } from 'kysely'
import type { Db, Sql } from '../db/database.ts'
import { serveOne } from '../db/group-commit.ts'
import { giveSigningKey, signingKey } from '../installation/keys.ts'
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
  const run = await unguarded(ctx)
  const write: Db['write'] = (_lane, job) =>
    run((handle) => {
      const slow = handle.withPlugin(distance)
      giveSigningKey(slow, signingKey(ctx.keys))
      return job(slow)
    })
  const writeBatched: Db['writeBatched'] = (lane, batch, input) =>
    write(lane, (handle) => serveOne(batch, handle, input))
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

/**
 * Outside a job the writing connection of SQLite commits each statement; on PostgreSQL the reading pool does. Statements sent together still arrive
 * in order: a row never comes before the one that it names.
 */
async function unguarded(ctx: TestCtx): Promise<<T>(job: (handle: Sql) => Promise<T>) => Promise<T>> {
  if (ctx.db.dialect.name === 'postgres') return (job) => ctx.db.read.connection().execute(job)
  let writer: Sql | undefined
  await ctx.db.write('guards', async (tx) => {
    writer = tx
  })
  const handle = writer
  if (!handle) throw new Error('the job did not run')
  return (job) => job(handle)
}
