import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { moneyOfCents, sumMoney } from '#platform/money.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import type { PurchaseFilter, PurchasesPage } from '../../panel-contract.ts'
import { matchesFilter } from './purchase-filter.ts'

/** The condition on `purchase_counts` that a filter without text means. */
export function alike(filter: PurchaseFilter) {
  return (row: ExpressionBuilder<Tables, 'purchase_counts'>): Expression<SqlBool> => {
    const all: Expression<SqlBool>[] = []
    if (filter.rifa !== undefined) all.push(row('rifa_id', '=', filter.rifa))
    if (filter.estado !== undefined) all.push(row('estado', '=', filter.estado))
    if (filter.metodo === 'ninguno' || filter.metodo === 'efectivo') {
      all.push(row('metodo_pago', '=', ''))
      all.push(row('vendida_por', filter.metodo === 'efectivo' ? '!=' : '=', ''))
    } else if (filter.metodo !== undefined) all.push(row('metodo_pago', '=', filter.metodo))
    if (filter.desde !== undefined) all.push(row('dia', '>=', filter.desde))
    if (filter.hasta !== undefined) all.push(row('dia', '<=', filter.hasta))
    if (filter.tasa === 'no') all.push(row('tasa_verificada', '=', 0))
    if (filter.venta === 'mano') all.push(row('vendida_por', '!=', ''))
    return row.and(all)
  }
}

/** How many purchases fit a filter without text and their sum, from the counts of each day; of one seller from the rows. */
export async function countPurchases(sql: Sql, filter: PurchaseFilter): Promise<NonNullable<PurchasesPage['cuenta']>> {
  if (filter.vendedor !== undefined) return countOfSeller(sql, filter)
  const rows = await sql
    .selectFrom('purchase_counts')
    .select('moneda')
    .select((row) => [row.fn.sum('cuantas').as('cuantas'), row.fn.sum('centimos').as('centimos')])
    .where(alike(filter))
    .groupBy('moneda')
    .execute()
  const counted = rows.filter((row) => Number(row.cuantas) > 0)
  return {
    cuantas: counted.reduce((sum, row) => sum + Number(row.cuantas), 0),
    sumas: counted.map(({ moneda, centimos }) => ({ moneda, monto: moneyOfCents(BigInt(centimos)) })),
  }
}

/** The counts of a day do not name the seller: one person's sales by hand are read. */
async function countOfSeller(sql: Sql, filter: PurchaseFilter): Promise<NonNullable<PurchasesPage['cuenta']>> {
  const sold = await sql.selectFrom('purchases').select(['moneda', 'total']).where(matchesFilter(filter)).execute()
  return {
    cuantas: sold.length,
    sumas: [...Map.groupBy(sold, ({ moneda }) => moneda)].map(([moneda, those]) => ({
      moneda,
      monto: sumMoney(those.map(({ total }) => total)),
    })),
  }
}
