import type { Ctx } from '#platform/server/context.ts'

/** Lines of the journal whose deed is like that, oldest first. */
export async function readDeeds({ db }: Pick<Ctx, 'db'>, like = '%') {
  const lines = await db.read
    .selectFrom('journal')
    .select(['actor', 'accion', 'compra_id', 'datos'])
    .where('accion', 'like', like)
    .orderBy('id')
    .execute()
  return lines.map((line) => ({ ...line, datos: JSON.parse(line.datos) as Record<string, unknown> }))
}
