import type { Money } from '#platform/money.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { isOneOf } from '#platform/server/db/many.ts'
import { REFUNDS, refundsOf } from '#purchases/state-names.ts'
import { owedCents } from '../match/read-claims.ts'

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

/** What may come yet of returns that were noted before their money was seen, by purchase, of the smallest unit. */
export async function readNoted(sql: Sql, compras: readonly number[], deeds: readonly string[] = REFUNDS) {
  const left = new Map<number, number>()
  for (const { compra_id, accion, datos } of compras.length === 0 ? [] : await listRefunds(sql, compras)) {
    const sign = datos.movimiento === undefined ? 1 : datos.anotado ? -1 : 0
    const centimos = owedCents({ monto: datos.monto ?? null }) ?? Number.POSITIVE_INFINITY
    if (sign !== 0 && deeds.includes(accion)) left.set(compra_id, (left.get(compra_id) ?? 0) + sign * centimos)
  }
  return new Map([...left].filter(([, centimos]) => centimos > 0))
}

/** Without a movement, it was noted before its money was seen; `anotado` is money that came for such a note later. */
type RefundData = Record<string, unknown> & { movimiento?: number; monto?: Money; anotado?: 'antes' }
