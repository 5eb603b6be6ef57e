import type { Instant } from '../../clock.ts'
import type { Ctx } from '../context.ts'
import type { Sql } from '../db/database.ts'

/** @returns whether that piece of work had not been accepted before, by any process. From now on it has. */
export async function spendWork(tx: Sql, { id, until }: { id: string; until: Instant }): Promise<boolean> {
  const spent = await tx
    .insertInto('spent_work')
    .values({ id, vence_en: until })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return spent !== undefined
}

/** Forgets what is too old to come again. */
export async function sweepWork(ctx: Ctx): Promise<void> {
  await ctx.db.write('trabajo', (tx) => tx.deleteFrom('spent_work').where('vence_en', '<=', ctx.clock.now()).execute())
}
