import type { Ctx } from '#platform/server/context.ts'

/** Something that is another one once money came in or somebody reported. Nothing is asked of the database while nothing is written. */
export function readNews(ctx: Ctx): Promise<{ novedad: string }> {
  return ctx.snapshots.get('conciliacion:novedad', async () => {
    const newest = (table: 'movements' | 'purchases') =>
      ctx.db.read.selectFrom(table).select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
    const [money, report] = await Promise.all([newest('movements'), newest('purchases')])
    return { value: { novedad: `${money?.id ?? 0}.${report?.id ?? 0}` } }
  })
}
