import { sql as raw, type SqlBool } from 'kysely'
import { after } from '../../clock.ts'
import type { Ctx } from '../context.ts'
import type { Table } from '../db/table.ts'
import type { Tables } from '../db/tables.ts'

/**
 * Puts right what lies further ahead than it ever may: it was written while a clock was ahead, and would hold tickets, mails and leases for
 * as long as that was wrong. Tables say how far (`deadlines`); none of these columns is one that the journal answers for.
 */
export async function capDeadlines(ctx: Pick<Ctx, 'db' | 'clock'>, tables: readonly Table[]): Promise<void> {
  const now = ctx.clock.now()
  for (const { name, across } of tables) {
    for (const { column, most, gets = 0, where = 'true' } of across.deadlines ?? []) {
      const ahead = raw<SqlBool>`${raw.ref(column)} > ${now + most} and ${raw.raw(where.replaceAll(':now', `${now}`))}`
      const of = name as keyof Tables
      if (!(await ctx.db.read.selectFrom(of).select(raw.lit(1).as('one')).where(ahead).limit(1).executeTakeFirst()))
        continue
      await ctx.db.write('horas', (tx) =>
        tx
          .updateTable(of)
          .set({ [column]: after(now, gets) })
          .where(ahead)
          .execute(),
      )
    }
  }
}
