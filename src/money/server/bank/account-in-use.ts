import type { Sql } from '#platform/server/db/database.ts'

/** Tables with rows that keep their account for good. */
const OF_ACCOUNT = ['movements', 'movement_sources', 'statement_imports', 'statement_maps'] as const

/** Whether any movement or source is of that account: its method stays then. */
export async function isAccountInUse(sql: Sql, metodoId: number): Promise<boolean> {
  for (const table of OF_ACCOUNT) {
    const one = await sql.selectFrom(table).select('metodo_id').where('metodo_id', '=', metodoId).executeTakeFirst()
    if (one) return true
  }
  return false
}
