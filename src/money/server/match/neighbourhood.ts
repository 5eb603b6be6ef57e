import { sql as raw } from 'kysely'
import type { Instant } from '#platform/clock.ts'
import { moneyOfCents } from '#platform/money.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { idsOf, isOneOf } from '#platform/server/db/many.ts'
import { tailEnd } from '#purchases/payment-tails.ts'
import { type Claim, type Credit, dayOfNumber } from '../../claim.ts'
import { daysAround } from '../../credit-index.ts'
import { type Matching, match, touchedBy, touching } from '../../match.ts'
import { readNoted } from '../links/read-refunds.ts'
import { readNear } from './near-amounts.ts'
import { type Accounts, type ClaimRow, IN_REVIEW, listClaimRows, readAccounts, toClaim } from './read-claims.ts'
import { type CreditRow, readCredits, selectFree } from './read-credits.ts'

/** Reports, all money that may be theirs, and all reports that may claim it. */
export interface Neighbourhood {
  accounts: Accounts
  claims: Map<number, Claim>
  /** Of those reports. */
  rows: Map<number, ClaimRow>
  credits: Map<number, Credit>
  matching: Matching
}

/** Steps from a report to money to its other reports and on; reports beyond them decide nothing. */
const MOST_STEPS = 6
const AT_ONCE = 400

/**
 * The rules' result for some purchases, as if of all, from their surroundings alone. First money by the ends of their references, its payers and
 * their céntimos, then other reports that claim it by reference, payer or céntimos, and so on. By index, whatever else there is.
 */
export async function matchAround(sql: Sql, ids: readonly number[]): Promise<Neighbourhood> {
  const accounts = await readAccounts(sql)
  const claims = new Map<number, Claim>()
  const rows = new Map<number, ClaimRow>()
  const credits = new Map<number, Credit>()
  const asked = new Set<Credit>()
  const open = (await listClaimRows(sql, ids)).filter(isOpen)
  const near = await readNear(sql, open)
  const keep = async (some: Iterable<CreditRow>) => {
    const fresh = [...some].filter(({ id }) => !credits.has(id))
    const read = await readCredits(sql, fresh, accounts)
    for (const credit of read) credits.set(credit.id, credit)
    return read
  }
  const grow = async (first: ClaimRow[]) => {
    let next = first
    for (let step = 0; next.length > 0; step++) {
      const read = new Map(next.map((row) => [row.id, row]))
      const told = next.map((row) => ({
        ...toClaim(row, accounts, near),
        ...(step === MOST_STEPS ? { empezada: true } : {}),
      }))
      const fresh = step === 0 ? told : touching(told, [...credits.values()])
      for (const claim of fresh) {
        claims.set(claim.id, claim)
        rows.set(claim.id, read.get(claim.id) as ClaimRow)
      }
      if (step === MOST_STEPS) break
      await keep((await readTouched(sql, fresh)).values())
      const reached = touchedBy([...claims.values()], [...credits.values()]).filter((credit) => !asked.has(credit))
      for (const credit of reached) asked.add(credit)
      next = await listRivals(sql, reached, claims)
    }
  }
  await grow(open)
  const wanted = ids.flatMap((id) => claims.get(id) ?? [])
  const foreign = await keep(await readElsewhere(sql, wanted))
  // Claims in that money's own account come first.
  await grow(await listRivals(sql, foreign, claims))
  const exact = match([...claims.values()], [...credits.values()])
  const unpaired = ids.flatMap((id) => (exact.of(id)?.pair ? [] : (claims.get(id) ?? [])))
  const equal = (await Promise.all(unpaired.map((claim) => readEqual(sql, claim)))).flat()
  await keep(equal)
  const matching = equal.length === 0 ? exact : match([...claims.values()], [...credits.values()])
  return { accounts, claims, rows, credits, matching }
}

/** Money that some reports touch by an exact rule: by its reference, its payer, or their own céntimos. */
async function readTouched(sql: Sql, claims: readonly Claim[]): Promise<Map<number, CreditRow>> {
  const found = new Map<number, CreditRow>()
  for (let at = 0; at < claims.length; at += AT_ONCE) {
    const some = claims.slice(at, at + AT_ONCE)
    const accounts = [...new Set(some.flatMap(({ metodos }) => metodos))]
    const ends = new Set(
      some.flatMap(({ colas, posibles }) => [...colas, ...posibles].map((cola) => tailEnd({ cola }))),
    )
    const phones = some.flatMap(({ telefonos }) => telefonos)
    const documents = some.flatMap(({ documentos }) => documentos)
    const own = some.filter(({ unica }) => unica)
    const paidBy = (column: 'telefono_origen' | 'documento_origen', values: readonly string[]) =>
      selectFree(sql)
        .where(isOneOf(sql, column, [...new Set(values)]))
        .where(raw<boolean>`${raw.ref(column)} <> ''`)
        .where(isOneOf(sql, 'centimos', amountsOf(some)))
        .execute()
    const lists = await Promise.all([
      selectFree(sql)
        .where(isOneOf(sql, 'fin', [...ends]))
        .where(raw<boolean>`fin <> ''`)
        .where(isOneOf(sql, 'metodo_id', accounts))
        .execute(),
      paidBy('telefono_origen', phones),
      paidBy('documento_origen', documents),
      own.length === 0
        ? []
        : selectFree(sql)
            .where(isOneOf(sql, 'metodo_id', accounts))
            .where(isOneOf(sql, 'centimos', amountsOf(own)))
            .where(isOneOf(sql, 'dia', [...new Set(own.flatMap((claim) => [...daysAround(claim)]).map(dayOfNumber))]))
            .execute(),
    ])
    for (const row of lists.flat()) if (accounts.includes(row.metodo_id)) found.set(row.id, row)
  }
  return found
}

/** Money under the references of some reports and of their amounts, in any account. */
async function readElsewhere(sql: Sql, claims: readonly Claim[]): Promise<CreditRow[]> {
  const ends = new Set(claims.flatMap(({ colas }) => colas.map((cola) => tailEnd({ cola }))))
  if (ends.size === 0) return []
  return selectFree(sql)
    .where(isOneOf(sql, 'fin', [...ends]))
    .where(raw<boolean>`fin <> ''`)
    .where(isOneOf(sql, 'centimos', amountsOf(claims)))
    .execute()
}

/** As many credits of the amount of a report, around it in time, as a person may choose from. */
const AROUND = 24

/** Money of the amount of a report: the nearest before it, and money with a day alone. */
async function readEqual(sql: Sql, claim: Claim): Promise<CreditRow[]> {
  const { debe, metodos, en } = claim
  if (debe === null || debe === 0) return []
  const equal = () =>
    selectFree(sql)
      .where(isOneOf(sql, 'metodo_id', metodos))
      .where('centimos', '=', debe)
      .limit(AROUND)
  const [timed, daily] = await Promise.all([
    equal()
      .where('en', '<=', (en + 10 * 60_000) as Instant)
      .orderBy('en', 'desc')
      .execute(),
    equal()
      .where('en', 'is', null)
      .where(isOneOf(sql, 'dia', [...daysAround(claim)].map(dayOfNumber)))
      .execute(),
  ])
  return [...timed, ...daily]
}

function amountsOf(claims: readonly Claim[]): number[] {
  return [...new Set(claims.flatMap(({ debe }) => (debe === null ? [] : [debe])))]
}

/**
 * Purchases in review, or confirmed and not yet joined to money, that may claim one of those credits by an exact rule. Or fallen ones whose
 * return was noted before their money was seen.
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
    const ends = some.flatMap(({ colas, avisadas }) =>
      [...colas, ...avisadas].filter(isLong).map((cola) => tailEnd({ cola })),
    )
    const phones = [...new Set(some.map(({ telefono }) => telefono).filter(Boolean))]
    const local = phones.map((phone) => phone.replace(/^58/, '0'))
    const documents = [...new Set(some.map(({ documento }) => documento).filter(Boolean))]
    const amounts = some.map(({ libre }) => moneyOfCents(libre))
    const lists = await Promise.all([
      sql
        .selectFrom('payment_windows')
        .select('compra_id as id')
        .where(isOneOf(sql, 'ventana', [...new Set(ends)]))
        .where('confirmada', 'in', [0, 1])
        .execute(),
      payers(sql, 'telefono', local),
      payers(sql, 'cedula', documents),
      payers(sql, 'pagador_telefono', phones),
      payers(sql, 'pagador_cedula', documents),
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
    const noted = await readNoted(sql, idsOf(some.filter((row) => !isOpen(row))))
    rows.push(...some.filter((row) => isOpen(row) || noted.has(row.id)))
  }
  return rows
}

/** Purchases by their payers, by the index of that column. */
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
  return (column.startsWith('pagador') ? query.where(raw<boolean>`${raw.ref(column)} <> ''`) : query).execute()
}

/** It waits for money; or it was confirmed without known money. */
export function isOpen(row: ClaimRow | undefined): boolean {
  return row?.estado === 'en revision' || (row?.estado === 'confirmado' && Number(row.unido) === 0)
}

function isLong(cola: string): boolean {
  return cola.startsWith('=') || cola.length >= 6
}
