import type { Sql } from '#platform/server/db/database.ts'
import type { Deed } from '../deeds.ts'

export type HistoryLine = Awaited<ReturnType<typeof readHistory>>[number]

const withData = <Line extends { datos: string }>(line: Line) => ({
  ...line,
  datos: JSON.parse(line.datos) as Record<string, unknown>,
})

/** Every line of rare deeds, oldest first: they are found by the deed, whatever else a raffle's chain has. */
export async function readDeeds(sql: Sql, deeds: readonly Deed[]) {
  const lines = await sql
    .selectFrom('journal')
    .select(['en', 'actor', 'accion', 'datos', 'rifa_id'])
    .where('accion', 'in', deeds)
    .orderBy('id')
    .execute()
  return lines.map(withData)
}

/** History of one purchase, oldest first. */
export async function readHistory(sql: Sql, purchaseId: number) {
  const lines = await sql
    .selectFrom('journal')
    .select(['en', 'actor', 'accion', 'datos'])
    .where('compra_id', '=', purchaseId)
    .orderBy('id')
    .limit(200)
    .execute()
  return lines.map(withData)
}
