import type { Money } from '#platform/money.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { isOneOf } from '#platform/server/db/many.ts'
import { REFUNDS, refundsOf } from '#purchases/state-names.ts'

export type Refund = Awaited<ReturnType<typeof listRefunds>>[number]

/** Decisions about the money of those purchases that nobody has undone, oldest first: from the journal, of which nothing is lost. */
export async function listRefunds(sql: Sql, compras: readonly number[]) {
  const rows = await sql
    .selectFrom('journal')
    .select(['compra_id', 'en', 'accion', 'datos'])
    .where(isOneOf(sql, 'compra_id', compras))
    .where('accion', 'in', REFUNDS)
    .orderBy('id')
    .$narrowType<{ compra_id: number }>()
    .execute()
  const lines = rows.map((row) => ({ ...row, datos: JSON.parse(row.datos) as RefundData }))
  return [...Map.groupBy(lines, ({ compra_id }) => compra_id).values()].flatMap((those) => refundsOf(those))
}

/** Without a movement, it was noted before its money was seen; `anotado` is money that came for such a note later. */
type RefundData = Record<string, unknown> & { movimiento?: number; monto?: Money; anotado?: 'antes' }
