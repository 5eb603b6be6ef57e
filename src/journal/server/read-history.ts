import type { Sql } from '#platform/server/db/database.ts'
import type { Deed } from '../deeds.ts'

export interface HistoryLine {
  en: number
  actor: string
  accion: string
  datos: Record<string, unknown>
}

/** Every line of rare deeds, oldest first: they are found by the deed, whatever else a raffle's chain has. */
export async function readDeeds(
  sql: Sql,
  deeds: readonly Deed[],
): Promise<(HistoryLine & { rifa_id: number | null })[]> {
  const lines = await sql
    .selectFrom('journal')
    .select(['en', 'actor', 'accion', 'datos', 'rifa_id'])
    .where('accion', 'in', deeds)
    .orderBy('id')
    .execute()
  return lines.map((line) => ({ ...line, datos: JSON.parse(line.datos) as Record<string, unknown> }))
}

/** History of one purchase, oldest first. */
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
