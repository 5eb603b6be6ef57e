import { after, DAY, dayInCaracas, type Instant, startOfDay } from '#platform/clock.ts'
import { notFound } from '#platform/errors.ts'
import { type Money, sumMoney } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { idsOf } from '#platform/server/db/many.ts'
import type { OwnSales, SellersDay, SoldByHand } from '../../sale-contract.ts'
import { readPurchases } from '../search/list-purchases.ts'
import { findPurchase, type Purchase } from '../store.ts'
import { describeSale } from './sell-by-hand.ts'

/** This operator's sales by hand, newest first. @param despues cursor of the page; undefined for the first. */
export async function readOwnSales(ctx: Ctx, vendedor: number, despues: string | undefined): Promise<OwnSales> {
  const today = startOfDay(dayInCaracas(ctx.clock.now()))
  const [{ compras, siguiente }, sold] = await Promise.all([
    readPurchases(ctx.db.read, { vendedor }, despues),
    soldBy(ctx.db.read, [vendedor], today, after(today, DAY)),
  ])
  return { ventas: compras.map(({ cedula: _, referencia: __, ...line }) => line), hoy: sumOf(sold), siguiente }
}

/** One of the operator's sales, with its numbers. @throws AppError 404, also for somebody else's sale. */
export async function readOwnSale(ctx: Ctx, operatorId: number, id: number): Promise<SoldByHand> {
  const purchase = await findPurchase(ctx.db.read, id)
  if (purchase?.vendida_por_id !== operatorId) throw notFound('Esa venta no es tuya')
  return describeSale(ctx, id)
}

/** Everybody with sales by hand, under their current name. */
export async function listSellers(sql: Sql): Promise<{ id: number; nombre: string }[]> {
  return sql
    .selectFrom('operators')
    .select(['id', 'nombre'])
    .where((row) =>
      row.exists(row.selectFrom('purchases').select('purchases.id').whereRef('vendida_por_id', '=', 'operators.id')),
    )
    .orderBy('nombre')
    .orderBy('id')
    .execute()
}

/** Each person's sales in those days, the newest day first. @param until excluded. */
export async function readSellersDays(sql: Sql, since: Instant, until: Instant): Promise<SellersDay[]> {
  const sellers = await listSellers(sql)
  if (sellers.length === 0) return []
  const sold = await soldBy(sql, idsOf(sellers), since, until)
  const days = Map.groupBy(sold, ({ creado_en }) => dayInCaracas(creado_en))
  return [...days]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .flatMap(([dia, ofDay]) =>
      sellers.flatMap((vendedor) => {
        const his = ofDay.filter(({ vendida_por_id }) => vendida_por_id === vendedor.id)
        const en_revision = his.filter(({ estado }) => estado === 'en revision').length
        const sum = sumOf(his)
        return sum.ventas + en_revision === 0 ? [] : [{ dia, vendedor, ...sum, en_revision }]
      }),
    )
}

function soldBy(sql: Sql, sellers: number[], since: Instant, until: Instant): Promise<Purchase[]> {
  return sql
    .selectFrom('purchases')
    .selectAll()
    .where('vendida_por_id', 'in', sellers)
    .where('creado_en', '>=', since)
    .where('creado_en', '<', until)
    .execute()
}

/** The confirmed ones. Without a method they were paid in cash, to the seller. */
function sumOf(sold: Purchase[]): OwnSales['hoy'] {
  const done = sold.filter(({ estado }) => estado === 'confirmado')
  const cash = done.filter(({ metodo_pago }) => metodo_pago === null).map(paid)
  return {
    ventas: done.length,
    boletos: done.reduce((sum, { cantidad_tickets }) => sum + cantidad_tickets, 0),
    efectivo: [...Map.groupBy(cash, ({ monto_moneda }) => monto_moneda)].map(([moneda, those]) => ({
      moneda,
      monto: sumMoney(those.map(({ monto }) => monto)),
    })),
  }
}

/** Amount due; in the raffle's own money where no rate was known. */
function paid(row: Purchase): Pick<Purchase, 'monto_moneda'> & { monto: Money } {
  return row.monto === null
    ? { monto: row.total, monto_moneda: row.moneda }
    : { monto: row.monto, monto_moneda: row.monto_moneda }
}
