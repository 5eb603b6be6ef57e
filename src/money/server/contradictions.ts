import type { CalendarDate } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { idsOf, isOneOf } from '#platform/server/db/many.ts'
import { tailEnd } from '#purchases/payment-tails.ts'
import { listFallenAlike } from '#purchases/server/payment/payment-store.ts'
import type { Purchase } from '#purchases/server/store.ts'
import { type Claim, type Credit, dayOfNumber } from '../claim.ts'
import { compare, isNamed, otherPayer } from '../likeness.ts'
import { isNear, type NearRule } from '../verdict.ts'
import { type Link, listLinks } from './links/link-store.ts'
import { listRefunds, readNoted } from './links/read-refunds.ts'
import { matchAround } from './match/neighbourhood.ts'
import { type Accounts, isCash, readAccounts, toClaim } from './match/read-claims.ts'
import { listGone, readCredits } from './match/read-credits.ts'

/** The bank's objection to a report that waits. Amounts of the smallest unit of the purchase's currency. */
export type Contradiction =
  /** Under its reference came another amount: more by so much, or less. */
  | { que: 'monto'; llego: number; de_mas: number }
  /** That amount is as good as the amount due, and a person says yes. */
  | { que: 'cerca'; regla: NearRule; dia: CalendarDate; llego: number; de_mas: number }
  /** Its reference and its amount, from somebody else. */
  | { que: 'pagador'; pagador: string }
  /** That money pays others, by id; nobody's where it was returned or put aside, also of the purchase itself, whatever its reference. */
  | { que: 'usado'; compras: number[] }
  /** The bank took that money back. */
  | { que: 'revertido' }
  /** The money that somebody joined to it is less than it owes. */
  | { que: 'falta'; falta: number }

const WORST = ['usado', 'revertido', 'monto', 'pagador'] as const

/**
 * The bank's objections to reports in review, by id. Only under the report's own reference or of refunds of that payment, and never where an
 * exact rule found its money, unless that may be the returned one: unseen money is no objection to anybody.
 */
export async function listContradictions(
  sql: Sql,
  purchases: readonly Purchase[],
): Promise<Map<number, Contradiction>> {
  const found = new Map<number, Contradiction>()
  const waiting = purchases.filter(
    (purchase) => purchase.estado === 'en revision' && purchase.referencia !== '' && !isCash(purchase),
  )
  if (waiting.length === 0) return found
  const ids = idsOf(waiting)
  const [joined, accounts, refunds] = await Promise.all([listLinks(sql, ids), readAccounts(sql), listRefunds(sql, ids)])
  const own = Map.groupBy(joined, ({ compra_id }) => compra_id)
  const claims = waiting.map((purchase) => {
    const unido = (own.get(purchase.id) ?? []).reduce((sum, { centimos }) => sum + centimos, 0)
    return toClaim({ ...purchase, unido, apartado_en: null }, accounts, () => null)
  })
  for (const { id, empezada, debe } of claims)
    if (empezada && debe !== null && debe > 0) found.set(id, { que: 'falta', falta: debe })
  for (const id of await listTakenBack(sql, joined, accounts)) found.set(id, { que: 'revertido' })
  const open = claims.filter(({ empezada }) => !empezada)
  // Money that is found now may be the one whose return was noted before it was seen, of it or of another purchase of that payment.
  const alike = await listFallenAlike(sql, waiting)
  const noted = await readNoted(sql, [...alike.values()].flat())
  const elsewhere = idsOf(open).filter((id) => alike.get(id)?.some((other) => noted.has(other)))
  const unseen = refunds.flatMap(({ compra_id, datos }) => (datos.movimiento === undefined ? [compra_id] : []))
  for (const id of [...unseen, ...elsewhere]) found.set(id, { que: 'usado', compras: [] })
  const refunded = new Set([...refunds.map(({ compra_id }) => compra_id), ...elsewhere])
  const ends = [...new Set(open.flatMap(({ colas }) => colas.map((cola) => tailEnd({ cola }))))]
  const rows = await sql
    .selectFrom('movements')
    .selectAll()
    .where(isOneOf(sql, 'fin', ends))
    .where('fin', '<>', '')
    .where('sentido', '=', 'credito')
    .where('repetida_de', 'is', null)
    .execute()
  const links = Map.groupBy(await listLinks(sql, idsOf(rows), 'movimiento_id'), ({ movimiento_id }) => movimiento_id)
  const credits = await readCredits(sql, rows, accounts)
  const suspected = new Map<number, Contradiction>()
  for (const claim of open) {
    const told = credits.flatMap((credit) => read(claim, credit, links.get(credit.id) ?? []) ?? [])
    if (refunded.has(claim.id)) told.push({ que: 'usado', compras: [] })
    if (told.includes('bien')) continue
    const against = told.filter((one) => one !== 'bien')
    const worst = WORST.flatMap((que) => against.filter((one) => one.que === que))[0]
    if (worst) suspected.set(claim.id, worst)
  }
  if (suspected.size === 0) return found
  // Six digits may be another payment's by chance: a report with money found by an exact rule gets no objection.
  const { matching } = await matchAround(sql, [...suspected.keys()])
  for (const [id, one] of suspected) {
    const pair = matching.of(id)?.pair
    if (pair?.exacta) continue
    const regla = pair?.regla ?? ''
    const near = pair && one.que === 'monto' && isNear(regla)
    found.set(id, near ? { ...one, que: 'cerca', regla, dia: dayOfNumber(pair.credit.dia) } : one)
  }
  return found
}

/** Purchases whose own money the bank took back. */
async function listTakenBack(sql: Sql, links: readonly Link[], accounts: Accounts): Promise<number[]> {
  if (links.length === 0) return []
  const rows = await sql
    .selectFrom('movements')
    .selectAll()
    .where(isOneOf(sql, 'id', [...new Set(links.map(({ movimiento_id }) => movimiento_id))]))
    .execute()
  const gone = await listGone(sql, rows, accounts)
  return links.filter(({ movimiento_id }) => gone.has(movimiento_id)).map(({ compra_id }) => compra_id)
}

/** One credit's objection to a report; null where it is not the one that the report names. */
function read(claim: Claim, credit: Credit, links: readonly Pick<Link, 'compra_id'>[]): Contradiction | 'bien' | null {
  const likeness = compare(claim, credit)
  const { entera, de_mas } = likeness
  if (!isNamed(claim, credit, likeness)) return null
  if (credit.libre === 0 || (de_mas !== null && de_mas < 0 && links.length > 0))
    return { que: 'usado', compras: links.map(({ compra_id }) => compra_id) }
  if (credit.revertido) return { que: 'revertido' }
  if (de_mas !== null && de_mas !== 0) return { que: 'monto', llego: credit.libre, de_mas }
  if (otherPayer(likeness) && !(entera && !credit.propio))
    return { que: 'pagador', pagador: credit.documento || credit.telefono }
  return 'bien'
}
