import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { after, type CalendarDate, type Instant, startOfDay } from '#platform/clock.ts'
import { moneyOfCents, sumMoney } from '#platform/money.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import type { PurchaseFilter, PurchasesPage } from '../../panel-contract.ts'
import { type Meaning, understand } from '../../search-text.ts'

type Row = ExpressionBuilder<Tables, 'purchases'>

/**
 * The condition on `purchases` that a filter means, for a list as for an export: `query.where(matchesFilter(filter))`. It is true
 * of exactly the rows that the list shows, and slow over a million of them when a text is searched for. To show a page use
 * list-purchases.ts, which finds candidates first.
 */
export function matchesFilter(filter: PurchaseFilter): (row: Row) => Expression<SqlBool> {
  return (row) => {
    const all: Expression<SqlBool>[] = []
    if (filter.rifa !== undefined) all.push(row('purchases.rifa_id', '=', filter.rifa))
    if (filter.estado !== undefined) all.push(row('purchases.estado', '=', filter.estado))
    if (filter.metodo === 'ninguno' || filter.metodo === 'efectivo') {
      all.push(row('purchases.metodo_pago', 'is', null))
      all.push(row('purchases.vendida_por', filter.metodo === 'efectivo' ? '!=' : '=', ''))
    } else if (filter.metodo !== undefined) all.push(row('purchases.metodo_pago', '=', filter.metodo))
    if (filter.desde !== undefined) all.push(row('purchases.creado_en', '>=', startOfDay(filter.desde)))
    if (filter.hasta !== undefined) all.push(row('purchases.creado_en', '<', endOfDay(filter.hasta)))
    if (filter.tasa === 'no') all.push(row('purchases.tasa_verificada', '=', 0))
    if (filter.venta === 'mano') all.push(row('purchases.vendida_por', '!=', ''))
    if (filter.vendedor !== undefined) all.push(row('purchases.vendida_por_id', '=', filter.vendedor))
    const text = searchedText(filter)
    if (text !== null) all.push(row.or(understand(text).map((meaning) => means(row, meaning))))
    return row.and(all)
  }
}

/** The first instant after that day in Caracas; the last day of the calendar has one too. */
export function endOfDay(day: CalendarDate): Instant {
  return after(startOfDay(day), 24 * 3_600_000)
}

/** The searched text, or null. */
export function searchedText({ buscar }: PurchaseFilter): string | null {
  return buscar === undefined || buscar.trim() === '' ? null : buscar
}

/** The condition on `purchases` that one meaning of a text is. */
export function means(row: Row, meaning: Meaning): Expression<SqlBool> {
  switch (meaning.es) {
    case 'codigo':
      return row('purchases.codigo', '=', meaning.codigo)
    case 'cedula':
      return row('purchases.cedula', 'in', meaning.cedulas)
    case 'telefono':
      return row('purchases.telefono', '=', meaning.telefono)
    case 'correo':
      return row('purchases.correo_normal', 'like', `${literally(meaning.inicio)}%`)
    case 'monto':
      return row.or(
        (
          [
            ['purchases.monto', 'purchases.monto_moneda'],
            ['purchases.total', 'purchases.moneda'],
          ] as const
        ).map(([sum, money]) =>
          row.and([
            row(sum, '=', meaning.monto),
            ...(meaning.moneda === null ? [] : [row(sql<string>`${sql.ref(money)}`, '=', meaning.moneda)]),
          ]),
        ),
      )
    case 'numero':
      return row(
        'purchases.reserva_id',
        'in',
        row
          .selectFrom('tickets')
          .select('tickets.reserva_id')
          .where('tickets.numero', 'in', meaning.numeros)
          // All of them: numbers are found by raffle.
          .where('tickets.rifa_id', 'in', row.selectFrom('raffles').select('raffles.id')),
      )
    case 'referencia':
      return row.and([
        row('purchases.referencia_final', '=', meaning.final),
        row.or([
          row('purchases.referencia_normal', '=', meaning.clave),
          row('purchases.referencia_normal', 'like', `%${meaning.termina}`),
        ]),
      ])
    case 'nombre':
      return row.and(
        meaning.palabras.map(({ palabra, inicio }) =>
          row(sql<string>`' ' || purchases.nombre_normal || ' '`, 'like', `% ${palabra}${inicio ? '' : ' '}%`),
        ),
      )
  }
}

/** In a pattern a letter of an address is that letter: without its wildcards it matches nothing less that can be an address. */
function literally(text: string): string {
  return text.replace(/[\\%_]/g, '_')
}

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
