import type { Ctx } from '#platform/server/context.ts'
import type { Tables } from '#platform/server/db/tables.ts'

/**
 * Sets columns as no operation of the product does, in every row of the table.
 * @param where in those rows alone, of which these columns say that; a text with `%` says a pattern.
 */
export async function setColumns(
  { db }: Pick<Ctx, 'db'>,
  table: keyof Tables,
  values: object,
  where: Record<string, number | string> = {},
): Promise<void> {
  await db.write('prueba', async (tx) => {
    let rows = tx.updateTable(table as never).set(values as never)
    for (const [column, value] of Object.entries(where)) {
      rows = rows.where(column as never, String(value).includes('%') ? 'like' : '=', value as never)
    }
    await rows.execute()
  })
}
