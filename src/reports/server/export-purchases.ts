import { listLinks } from '#money/server/links/link-store.ts'
import { isNear } from '#money/verdict.ts'
import { METHOD_NAMES } from '#payment-methods/methods.ts'
import type { CalendarDate } from '#platform/clock.ts'
import { type Money, moneyOfCents, parseMoney } from '#platform/money.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { AskedFor } from '#purchases/contract.ts'
import type { PurchaseFilter } from '#purchases/panel-contract.ts'
import { askedOf } from '#purchases/server/asked-of.ts'
import { listPurchases } from '#purchases/server/search/list-purchases.ts'
import { countPurchases, searchedText } from '#purchases/server/search/purchase-filter.ts'
import { raffleTitles } from '#purchases/server/search/read-sheet.ts'
import type { Purchase } from '#purchases/server/store.ts'
import { stateName } from '#purchases/state-names.ts'
import { readQuote } from '#tickets/server/hold/describe-hold.ts'
import { listReservations, numbersOf } from '#tickets/server/store.ts'
import type { Column } from '../cell.ts'
import { pagesOf } from './pages.ts'

export type ExportedPurchase = Purchase & {
  rifa: string
  numeros: string[]
  en_espera: boolean
  tasa: string | null
  aceptado: Money | null
  pide: AskedFor | undefined
}

const PAGE = 500
/** A payment in review for which there are no tickets yet. */
const WAITING = 'En lista de espera'

/** The columns of the file, in its order. */
export const PURCHASE_COLUMNS: readonly Column<ExportedPurchase>[] = [
  { titulo: 'Código', ancho: 12, cell: (row) => ({ texto: row.codigo }) },
  { titulo: 'Reportada', ancho: 17, cell: (row) => ({ momento: row.creado_en }) },
  { titulo: 'Rifa', ancho: 28, cell: (row) => ({ texto: row.rifa }) },
  { titulo: 'Estado', ancho: 24, cell: (row) => ({ texto: row.en_espera ? WAITING : stateName(row) }) },
  { titulo: 'Nombre', ancho: 28, cell: (row) => ({ texto: row.nombre }) },
  { titulo: 'Cédula', ancho: 13, cell: (row) => ({ texto: row.cedula }) },
  { titulo: 'Teléfono', ancho: 13, cell: (row) => ({ texto: row.telefono }) },
  { titulo: 'Correo', ancho: 28, cell: (row) => ({ texto: row.correo }) },
  { titulo: 'Boletos', ancho: 9, cell: (row) => ({ cuenta: row.cantidad_tickets }) },
  { titulo: 'Total', ancho: 13, cell: (row) => ({ monto: row.total }) },
  { titulo: 'Moneda', ancho: 9, cell: (row) => ({ texto: row.moneda }) },
  { titulo: 'Monto a pagar', ancho: 15, cell: (row) => ({ monto: parseMoney(row.monto ?? '') }) },
  { titulo: 'Moneda del pago', ancho: 16, cell: (row) => ({ texto: row.monto_moneda }) },
  { titulo: 'Tasa', ancho: 13, cell: (row) => ({ texto: rateText(row.tasa) }) },
  { titulo: 'Tasa verificada', ancho: 15, cell: (row) => ({ texto: row.tasa_verificada === 1 ? 'Sí' : 'No' }) },
  {
    titulo: 'Método',
    ancho: 20,
    cell: (row) => ({
      texto: row.metodo_pago === null ? (row.vendida_por === '' ? '' : 'Efectivo') : METHOD_NAMES[row.metodo_pago],
    }),
  },
  { titulo: 'Pagó a', ancho: 30, cell: (row) => ({ texto: row.pagado_a ?? '' }) },
  { titulo: 'Referencia', ancho: 18, cell: (row) => ({ texto: row.referencia }) },
  { titulo: 'Día del pago', ancho: 12, cell: (row) => ({ dia: row.fecha as CalendarDate }) },
  {
    titulo: 'Decidida',
    ancho: 17,
    cell: ({ decidido_en }) => (decidido_en === null ? { texto: '' } : { momento: decidido_en }),
  },
  { titulo: 'Decidida por', ancho: 18, cell: (row) => ({ texto: row.decidido_por }) },
  { titulo: 'Motivo', ancho: 30, cell: (row) => ({ texto: row.motivo }) },
  { titulo: 'Vendida por', ancho: 18, cell: (row) => ({ texto: row.vendida_por }) },
  { titulo: 'Números', ancho: 40, cell: (row) => ({ texto: row.numeros.join(' ') }) },
  { titulo: 'Banco de quien pagó', ancho: 20, cell: (row) => ({ texto: row.pagador_banco }) },
  { titulo: 'Teléfono de quien pagó', ancho: 20, cell: (row) => ({ texto: row.pagador_telefono }) },
  { titulo: 'Cédula de quien pagó', ancho: 20, cell: (row) => ({ texto: row.pagador_cedula }) },
  { titulo: 'Monto aceptado', ancho: 15, cell: (row) => ({ monto: row.aceptado }) },
]

/**
 * Every purchase that the list shows under that filter, newest first, page by page: it waits for slow readers, and serves
 * others between two pages. Reports after the first page are not in it.
 */
export async function* exportPurchases(sql: Sql, filter: PurchaseFilter): AsyncGenerator<ExportedPurchase[]> {
  const titles = await raffleTitles(sql)
  for await (const rows of readAll(sql, filter)) {
    const reserved = rows.map((row) => row.reserva_id)
    const [numbers, reservations, accepted, asked] = await Promise.all([
      numbersOf(sql, reserved),
      listReservations(sql, reserved),
      readAccepted(sql, rows),
      askedOf(sql, rows),
    ])
    const rates = new Map(reservations.map((one) => [one.id, readQuote(one).tasa]))
    const waiting = new Set(reservations.filter(({ estado }) => estado === 'en espera').map(({ id }) => id))
    yield rows.map((row) => ({
      ...row,
      rifa: titles.get(row.rifa_id) ?? '',
      numeros: numbers.get(row.reserva_id) ?? [],
      en_espera: waiting.has(row.reserva_id),
      tasa: rates.get(row.reserva_id) ?? null,
      aceptado: accepted.get(row.id) ?? null,
      pide: asked.get(row.id),
    }))
  }
}

function readAll(sql: Sql, filter: PurchaseFilter): AsyncGenerator<Purchase[]> {
  type Place = Parameters<typeof listPurchases>[2]
  return pagesOf<Purchase, Place>(null, (after) => listPurchases(sql, filter, after, PAGE))
}

/** The amount accepted as full payment, if the purchase owes another one. */
async function readAccepted(sql: Sql, rows: readonly Purchase[]): Promise<Map<number, Money>> {
  const ids = rows.map(({ id }) => id)
  const near = (await listLinks(sql, ids)).filter(({ regla }) => isNear(regla))
  return new Map(near.map(({ compra_id, centimos }) => [compra_id, moneyOfCents(BigInt(centimos))]))
}

/** `671,4235`: with the comma that a Spanish spreadsheet reckons with. */
function rateText(rate: string | null): string {
  return rate?.replace(/\.?0+$/, '').replace('.', ',') ?? ''
}

/** How many purchases the file will hold, for the journal. */
export async function countExport(sql: Sql, filter: PurchaseFilter): Promise<number> {
  if (searchedText(filter) === null) return (await countPurchases(sql, filter)).cuantas
  let count = 0
  for await (const rows of readAll(sql, filter)) count += rows.length
  return count
}
