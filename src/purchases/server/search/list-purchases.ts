import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { PurchaseFilter, PurchasesPage } from '../../panel-contract.ts'
import { askedOf } from '../asked-of.ts'
import { describePurchase } from '../describe-purchase.ts'
import type { Purchase } from '../store.ts'
import { candidatesOfKinds, candidatesOfText, newestOf, type Place } from './find-candidates.ts'
import { matchesFilter, searchedText } from './purchase-filter.ts'
import { raffleTitles } from './read-sheet.ts'

const PAGE = 50

/** Candidates whose rows are read first; where few of them fit, each further piece is twice as long. */
const CHUNK = 150

/**
 * A page of the purchases that fit, newest first, in a time that does not grow with how many there are
 * (docs/decisions/020-search.md).
 * @param after `next` of the page before.
 * @returns the rows, and where to go on: null at the end. After a short page there may be more, because older candidates were not looked at.
 */
export async function listPurchases(sql: Sql, filter: PurchaseFilter, after: Place | null, size: number) {
  const text = searchedText(filter)
  if (text !== null) {
    const { places, more } = await candidatesOfText(sql, text, after)
    return pageOf(await rowsThatFit(sql, filter, places, size + 1), size, more ? (places.at(-1) ?? null) : null)
  }
  // One person's sales have an index of their own, and are few enough to be scanned.
  if (isWide(filter) || filter.vendedor !== undefined)
    return pageOf(await newest(sql, filter, after, size + 1), size, null)
  const places = await candidatesOfKinds(sql, filter, after, size + 1)
  return pageOf(await rowsThatFit(sql, filter, places, size + 1), size, null)
}

/** Whether only days are filtered: then no row is skipped. */
function isWide({ rifa, estado, metodo, tasa, venta }: PurchaseFilter): boolean {
  return [rifa, estado, metodo, tasa, venta].every((one) => one === undefined)
}

function newest(sql: Sql, filter: PurchaseFilter, after: Place | null, limit: number): Promise<Purchase[]> {
  return newestOf(sql, after, limit).selectAll().where(matchesFilter(filter)).execute()
}

/** The first `limit` of the candidates that fit. */
async function rowsThatFit(sql: Sql, filter: PurchaseFilter, places: Place[], limit: number): Promise<Purchase[]> {
  const rows: Purchase[] = []
  let [first, length] = [0, CHUNK]
  while (first < places.length && rows.length < limit) {
    const ids = places.slice(first, first + length).map((place) => place.id)
    first += length
    length *= 2
    rows.push(
      ...(await sql
        .selectFrom('purchases')
        .selectAll()
        .where('id', 'in', ids)
        .where(matchesFilter(filter))
        .orderBy('creado_en', 'desc')
        .orderBy('id', 'desc')
        .execute()),
    )
  }
  return rows.slice(0, limit)
}

function pageOf(found: Purchase[], size: number, otherwise: Place | null) {
  const rows = found.slice(0, size)
  const last = rows.at(-1)
  const next: Place | null = found.length > size && last ? { creado_en: last.creado_en, id: last.id } : otherwise
  return { rows, next }
}

/** A page of them, as the panel's lists show it. @param despues its cursor, `1732118400000-17` */
export async function readPurchases(
  sql: Sql,
  filter: PurchaseFilter,
  despues: string | undefined,
): Promise<Pick<PurchasesPage, 'compras' | 'siguiente'>> {
  const place = despues === undefined ? null : readPlace(despues)
  const [titles, { rows, next }] = await Promise.all([raffleTitles(sql), listPurchases(sql, filter, place, PAGE)])
  const asked = await askedOf(sql, rows)
  return {
    compras: rows.map((row) => describePurchase(row, titles, asked)),
    siguiente: next && `${next.creado_en}-${next.id}`,
  }
}

function readPlace(cursor: string): Place {
  const [creado_en = 0, id = 0] = cursor.split('-').map(Number)
  return { creado_en: creado_en as Instant, id }
}
