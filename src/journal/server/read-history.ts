import type { Sql } from '#platform/server/db/database.ts'

export interface HistoryLine {
  en: number
  actor: string
  accion: string
  datos: Record<string, unknown>
}

/** What happened to one purchase, oldest first. */
export async function readHistory(sql: Sql, purchaseId: number): Promise<HistoryLine[]> {
  const lines = await sql
    .selectFrom('journal')
    .select(['en', 'actor', 'accion', 'datos'])
    .where('compra_id', '=', purchaseId)
    .orderBy('id')
    .limit(200)
    .execute()
  return lines.map((line) => ({ ...line, datos: JSON.parse(line.datos) as Record<string, unknown> }))
}
