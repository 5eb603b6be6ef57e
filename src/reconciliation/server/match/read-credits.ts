import { sql as raw, type Selectable } from 'kysely'
import { otherTail, tailsAgree } from '#movements/movement-tail.ts'
import { isRenumbered } from '#movements/renumbering.ts'
import { maySame } from '#movements/server/same-movement.ts'
import { freeCents } from '#movements/server/spend-movement.ts'
import { everOneAccount } from '#payment-methods/server/read-account.ts'
import { addDays } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { isOneOf } from '#platform/server/db/many.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import { type Credit, dayNumber, nameWords } from '../../claim.ts'
import type { Accounts } from './read-claims.ts'
import { listReversals, takesBack } from './reversals.ts'

/** Columns of a movement that the rules read. */
const COLUMNS = [
  'movements.id',
  'metodo_id',
  'tipo',
  'centimos',
  'unido',
  'devuelto',
  'ignorado',
  'moneda',
  'dia',
  'en',
  'cola',
  'fin',
  'referencia_otra',
  'cola_avisada',
  'banco_origen',
  'telefono_origen',
  'documento_origen',
  'nombre_origen',
  'confianza',
  'repetida_de',
] as const
export type CreditRow = Pick<Selectable<Tables['movements']>, Exclude<(typeof COLUMNS)[number], 'movements.id'> | 'id'>

/** Money that came in and pays nothing yet, or not all of it. In the form of their index's condition. */
export function selectFree(sql: Sql) {
  return sql
    .selectFrom('movements')
    .select(COLUMNS)
    .where('sentido', '=', raw<'credito'>`${raw.lit('credito')}`)
    .where('estado', '=', raw<'abierto'>`${raw.lit('abierto')}`)
    .whereRef('unido', '<', 'centimos')
    .where(raw<boolean>`unido + devuelto + ignorado < centimos`)
}

/** The same rows as the rules read them. */
export async function readCredits(sql: Sql, rows: readonly CreditRow[], accounts: Accounts): Promise<Credit[]> {
  const [debits, twins] = await Promise.all([readDebits(sql, rows), readTwins(sql, rows, accounts)])
  const byEnd = Map.groupBy(debits, ({ fin }) => fin)
  return rows.map((row) => {
    const account = accounts.of({ metodo_id: row.metodo_id, metodo_pago: null, monto_moneda: row.moneda })
    const back = byEnd.get(row.fin)?.some((debit) => account.includes(debit.metodo_id) && takesBack(debit, row))
    return { ...toCredit(row, accounts, back), gemela: twins(row) }
  })
}

async function readDebits(sql: Sql, rows: readonly CreditRow[]) {
  const ends = [...new Set(rows.map(({ fin }) => fin).filter(Boolean))]
  if (ends.length === 0) return []
  return (
    sql
      .selectFrom('movements')
      .select(['metodo_id', 'moneda', 'centimos', 'dia', 'cola', 'fin'])
      .where(isOneOf(sql, 'fin', ends))
      .where(raw<boolean>`fin <> ''`)
      .where('sentido', '=', 'debito')
      // A person said that it takes nothing back.
      .where('estado', '=', 'abierto')
      .execute()
  )
}

/**
 * Whether another movement that pays a purchase may be the same payment as one of those: it came into that account, or
 * once did, or into another one of that bank under the same reference.
 */
async function readTwins(
  sql: Sql,
  rows: readonly CreditRow[],
  accounts: Accounts,
): Promise<(row: CreditRow) => boolean> {
  const whole = rows.filter((row) => freeCents(row) === row.centimos)
  const days = whole.map(({ dia }) => dia).sort()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return () => false
  // Nothing tells a payer from one whom nobody names.
  const payers = (of: 'telefono_origen' | 'documento_origen') => {
    const said = [...new Set(whole.map((row) => row[of]))]
    return said.includes('') ? raw<boolean>`true` : isOneOf(sql, of, [...said, ''])
  }
  const spent = await sql
    .selectFrom('movements')
    .select(COLUMNS)
    .where(isOneOf(sql, 'metodo_id', [...accounts.titles.keys()]))
    .where(isOneOf(sql, 'centimos', [...new Set(whole.map(({ centimos }) => centimos))]))
    .where('dia', '>=', addDays(first, -1))
    .where('dia', '<=', addDays(last, 1))
    .where('sentido', '=', 'credito')
    .where('unido', '>', 0)
    .where(payers('telefono_origen'))
    .where(payers('documento_origen'))
    .execute()
  if (spent.length === 0) return () => false
  const byAmount = Map.groupBy(spent, ({ centimos }) => centimos)
  const alike = new Map(
    whole.map((row) => [
      row.id,
      (byAmount.get(row.centimos) ?? []).filter(
        (one) => one.id !== row.id && maySame(row, one, accounts.bankOf(row.metodo_id)),
      ),
    ]),
  )
  // It rests on the journal, so nobody asks before two methods have such a pair.
  const apart = whole.some((row) => alike.get(row.id)?.some((one) => one.metodo_id !== row.metodo_id))
  const once = apart ? await everOneAccount(sql) : () => false
  const isOneAccount = (row: CreditRow, one: CreditRow) => {
    if (one.metodo_id === row.metodo_id || once(one.metodo_id, row.metodo_id)) return true
    const bank = accounts.bankOf(row.metodo_id)
    return bank !== '' && bank === accounts.bankOf(one.metodo_id) && tailsAgree(row.cola, one.cola)
  }
  for (const row of whole)
    alike.set(
      row.id,
      (alike.get(row.id) ?? []).filter((one) => isOneAccount(row, one)),
    )
  const lists = await readLists(
    sql,
    [...alike].flatMap(([id, ones]) => [id, ...ones.map((one) => one.id)]),
  )
  return ({ id }) => (alike.get(id) ?? []).some((one) => lists(id).isDisjointFrom(lists(one.id)))
}

/** The lists that told each of those movements: two of one list are two payments, or marked. */
async function readLists(sql: Sql, ids: readonly number[]): Promise<(id: number) => Set<string>> {
  const rows = await sql
    .selectFrom('movement_sightings')
    .select(['movimiento_id', 'metodo_id', 'fuente', 'crudo_sha256'])
    .where(isOneOf(sql, 'movimiento_id', [...new Set(ids)]))
    .execute()
  const told = Map.groupBy(rows, ({ movimiento_id }) => movimiento_id)
  const nameOf = ({ metodo_id, fuente, crudo_sha256 }: (typeof rows)[number]) =>
    `${metodo_id} ${fuente} ${fuente === 'extracto' ? crudo_sha256 : ''}`
  return (id) => new Set((told.get(id) ?? []).map(nameOf))
}

/** Which of those credits the bank took back, by id: of several under one number only as many as it took. */
export async function listGone(sql: Sql, rows: readonly CreditRow[], accounts: Accounts): Promise<Set<number>> {
  const credits = await readCredits(sql, rows, accounts)
  if (!credits.some(({ revertido }) => revertido)) return new Set()
  const reversed = await listReversals(sql)
  return new Set(rows.flatMap(({ id }) => (reversed.has(id) ? [id] : [])))
}

/** @param revertido whether the bank took it back: a debit of its reference and its amount. */
export function toCredit(row: CreditRow, accounts: Accounts, revertido = false): Credit {
  const other = otherTail(row)
  const house = accounts.bankOf(row.metodo_id)
  return {
    id: row.id,
    metodo_id: row.metodo_id,
    moneda: row.moneda,
    libre: freeCents(row),
    entero: freeCents(row) === row.centimos && row.repetida_de === null && !revertido,
    repetida: row.repetida_de !== null,
    gemela: false,
    revertido,
    confianza: row.confianza,
    dia: dayNumber(row.dia),
    en: row.en,
    colas: [...new Set([row.cola, other])].filter(Boolean),
    avisadas: row.cola_avisada === '' ? [] : [row.cola_avisada],
    telefono: row.telefono_origen,
    documento: row.documento_origen,
    banco: row.banco_origen,
    propio: row.moneda === 'VES' && isRenumbered(row.banco_origen, house),
    nombres: nameWords(row.nombre_origen),
  }
}
