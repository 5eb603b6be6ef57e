import { sql as raw, type SqlBool } from 'kysely'
import { after } from '../../clock.ts'
import type { Ctx } from '../context.ts'
import type { Table } from '../db/table.ts'
import type { Tables } from '../db/tables.ts'

/**
 * Caps instants further ahead than they may be: they were written while a clock was ahead, and would hold tickets, mails and leases for as long as it
 * was wrong. Tables give the limit (`deadlines`); none of these columns is in the journal.
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
