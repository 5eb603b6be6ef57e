import { sql as raw } from 'kysely'
import type { CalendarDate } from '#platform/clock.ts'
import { moneyOfCents } from '#platform/money.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { isOneOf } from '#platform/server/db/many.ts'
import { tailEnd } from '#purchases/payment-tails.ts'
import type { Claim, Credit } from '../../claim.ts'
import { daysAround } from '../../credit-index.ts'
import { type Matching, match, touchedBy } from '../../match.ts'
import { type Accounts, type ClaimRow, IN_REVIEW, listClaimRows, readAccounts, toClaim } from './read-claims.ts'
import { type CreditRow, selectFree, toCredit } from './read-credits.ts'

/** Reports, all money that may be theirs, and all reports that may claim it. */
export interface Neighbourhood {
  accounts: Accounts
  claims: Map<number, Claim>
  /** Of those reports. */
  rows: Map<number, ClaimRow>
  credits: Map<number, Credit>
  matching: Matching
}

/** Steps from a report to money to its other reports and on; whom nobody has reached after them decides nothing. */
const MOST_STEPS = 6
const AT_ONCE = 400

/**
 * What the rules say of some purchases, as if of all, from what is around them alone: money by the ends of their references and by their
 * amounts, then who else claims that by its reference, its payer or its céntimos, and so on. By index, whatever else there is.
 */
export async function matchAround(sql: Sql, ids: readonly number[]): Promise<Neighbourhood> {
  const accounts = await readAccounts(sql)
  const claims = new Map<number, Claim>()
  const rows = new Map<number, ClaimRow>()
  const credits = new Map<number, Credit>()
  const asked = new Set<Credit>()
  let next = (await listClaimRows(sql, ids)).filter(isOpen)
  for (let step = 0; next.length > 0; step++) {
    const fresh = next.map((row) => {
      const claim = toClaim(row, accounts)
      const last = step === MOST_STEPS ? { ...claim, empezada: true } : claim
      rows.set(row.id, row)
      claims.set(row.id, last)
      return last
    })
    if (step === MOST_STEPS) break
    for (const row of (await readAround(sql, fresh)).values())
      if (!credits.has(row.id)) credits.set(row.id, toCredit(row, accounts))
    const reached = touchedBy([...claims.values()], [...credits.values()]).filter((credit) => !asked.has(credit))
    for (const credit of reached) asked.add(credit)
    next = await listRivals(sql, reached, claims)
  }
  return { accounts, claims, rows, credits, matching: match([...claims.values()], [...credits.values()]) }
}

/** Money that may be of some reports. */
async function readAround(sql: Sql, claims: readonly Claim[]): Promise<Map<number, CreditRow>> {
  const found = new Map<number, CreditRow>()
  for (let at = 0; at < claims.length; at += AT_ONCE) {
    const some = claims.slice(at, at + AT_ONCE)
    const accounts = [...new Set(some.flatMap(({ metodos }) => metodos))]
    const ends = new Set(
      some.flatMap(({ colas, posibles }) => [...colas, ...posibles].map((cola) => tailEnd({ cola }))),
    )
    const amounts = new Set(some.flatMap(({ debe }) => (debe === null ? [] : [debe])))
    const days = new Set(some.flatMap((claim) => [...daysAround(claim)]).map(calendarDay))
    const [named, equal] = await Promise.all([
      selectFree(sql)
        .where(isOneOf(sql, 'fin', [...ends]))
        .where(raw<boolean>`fin <> ''`)
        .where(isOneOf(sql, 'metodo_id', accounts))
        .execute(),
      selectFree(sql)
        .where(isOneOf(sql, 'metodo_id', accounts))
        .where(isOneOf(sql, 'centimos', [...amounts]))
        .where(isOneOf(sql, 'dia', [...days]))
        .execute(),
    ])
    for (const row of [...named, ...equal]) found.set(row.id, row)
  }
  return found
}

/**
 * Purchases in review, or confirmed and not yet joined to money, that may claim one of those credits by an exact rule.
 * @param known those that need not be read again.
 */
export async function listRivals(
  sql: Sql,
  credits: readonly Credit[],
  known: ReadonlyMap<number, unknown>,
): Promise<ClaimRow[]> {
  const found = new Set<number>()
  for (let at = 0; at < credits.length; at += AT_ONCE) {
    const some = credits.slice(at, at + AT_ONCE)
    const ends = some.flatMap(({ colas }) => colas.filter(isLong).map((cola) => tailEnd({ cola })))
    const phones = some.map(({ telefono }) => telefono).filter(Boolean)
    const documents = some.map(({ documento }) => documento).filter(Boolean)
    const amounts = some.map(({ libre }) => moneyOfCents(BigInt(libre)))
    const lists = await Promise.all([
      sql
        .selectFrom('payment_windows')
        .select('compra_id as id')
        .where(isOneOf(sql, 'ventana', [...new Set(ends)]))
        .where('confirmada', 'in', [0, 1])
        .execute(),
      payers(
        sql,
        'telefono',
        [...new Set(phones)].map((phone) => phone.replace(/^58/, '0')),
      ),
      payers(sql, 'cedula', [...new Set(documents)]),
      payers(sql, 'pagador_telefono', [...new Set(phones)]),
      payers(sql, 'pagador_cedula', [...new Set(documents)]),
      sql
        .selectFrom('purchases')
        .select('id')
        .where('estado', '=', IN_REVIEW)
        .where(raw<boolean>`centimos_unicos > 0`)
        .where(isOneOf(sql, 'monto', [...new Set(amounts)]))
        .execute(),
    ])
    for (const { id } of lists.flat()) if (!known.has(id)) found.add(id)
  }
  const rows: ClaimRow[] = []
  const ids = [...found]
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = await listClaimRows(sql, ids.slice(at, at + AT_ONCE))
    rows.push(...some.filter(isOpen))
  }
  return rows
}

/** Who is said to have paid, in the index of that column. */
async function payers(
  sql: Sql,
  column: 'telefono' | 'cedula' | 'pagador_telefono' | 'pagador_cedula',
  values: readonly string[],
): Promise<{ id: number }[]> {
  if (values.length === 0) return []
  const query = sql
    .selectFrom('purchases')
    .select('id')
    .where(isOneOf(sql, column, values))
    .where('estado', 'in', ['en revision', 'confirmado'])
  return (column.startsWith('pagador') ? query.where(raw<boolean>`${raw.ref(column)} <> ''`) : query).execute()
}

/** It waits for money; or it was confirmed and nobody has said by which. */
function isOpen({ estado, unido }: ClaimRow): boolean {
  return estado === 'en revision' || (estado === 'confirmado' && Number(unido) === 0)
}

function isLong(cola: string): boolean {
  return cola.startsWith('=') || cola.length >= 6
}

function calendarDay(day: number): CalendarDate {
  return new Date(day * 86_400_000).toISOString().slice(0, 10) as CalendarDate
}
