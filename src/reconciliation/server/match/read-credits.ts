import { sql as raw, type Selectable } from 'kysely'
import { otherTail } from '#movements/movement-tail.ts'
import { isRenumbered } from '#movements/renumbering.ts'
import { freeCents } from '#movements/server/spend-movement.ts'
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
  const ends = [...new Set(rows.map(({ fin }) => fin).filter(Boolean))]
  if (ends.length === 0) return rows.map((row) => toCredit(row, accounts))
  const debits = await sql
    .selectFrom('movements')
    .select(['metodo_id', 'moneda', 'centimos', 'dia', 'cola', 'fin'])
    .where(isOneOf(sql, 'fin', ends))
    .where(raw<boolean>`fin <> ''`)
    .where('sentido', '=', 'debito')
    // A person said that it takes nothing back.
    .where('estado', '=', 'abierto')
    .execute()
  const byEnd = Map.groupBy(debits, ({ fin }) => fin)
  return rows.map((row) => {
    const account = accounts.of({ metodo_id: row.metodo_id, metodo_pago: null, monto_moneda: row.moneda })
    const back = byEnd.get(row.fin)?.some((debit) => account.includes(debit.metodo_id) && takesBack(debit, row))
    return toCredit(row, accounts, back)
  })
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
