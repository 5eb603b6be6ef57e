import type { Ctx } from '#platform/server/context.ts'

/** Ids are taken before their rows are there, and not every transaction ends in the order of its ids. */
const NEWEST = 50

/**
 * A text that changes once money came in or somebody reported: the sum of the newest ids. Each new row makes it larger, also
 * one whose id is not the newest. The database is not queried while nothing is written.
 */
export function readNews(ctx: Ctx): Promise<string> {
  return ctx.snapshots.get('conciliacion:novedad', async () => {
    const newest = async (table: 'movements' | 'purchases') => {
      const rows = await ctx.db.read.selectFrom(table).select('id').orderBy('id', 'desc').limit(NEWEST).execute()
      return rows.reduce((sum, { id }) => sum + Number(id), 0)
    }
    const [money, reports] = await Promise.all([newest('movements'), newest('purchases')])
    return { value: `${money}.${reports}` }
  })
}
