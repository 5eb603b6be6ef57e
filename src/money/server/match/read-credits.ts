import { sql as raw, type Selectable } from 'kysely'
import { everOneAccount } from '#payment-methods/server/read-account.ts'
import { addDays } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { isOneOf } from '#platform/server/db/many.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import { type Credit, dayNumber, nameWords } from '../../claim.ts'
import { frontOf, otherTail, tailsAgree } from '../../movement-tail.ts'
import { isRenumbered } from '../../renumbering.ts'
import { FAR, isApart, isNameless, maySame, mayShare, samePayer } from '../bank/same-movement.ts'
import { isCalled, UNTIED } from '../bank/sightings.ts'
import { freeCents } from '../bank/spend-movement.ts'
import type { Accounts } from './read-claims.ts'
import { listReversals, listTaken } from './reversals.ts'

/** Columns of a movement that the rules read. */
const COLUMNS = [
  'movements.id',
  'sentido',
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
  'referencia',
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
  const ids = [...new Set(rows.map(({ id }) => id))]
  const [taken, twins] = await Promise.all([listTaken(sql, accounts, ids), readTwins(sql, rows, accounts)])
  const gone = new Set(taken.flatMap(({ credito, repetida_de }) => [credito, repetida_de]))
  return rows.map((row) => ({ ...toCredit(row, accounts, gone.has(row.id)), ...twins(row) }))
}

/**
 * Whether another movement may be the same payment as one of those, and no list names both: one that is spent, given back or set aside, or
 * one as free. Of two free ones neither is exact. Notices do not count that pay nothing (a person may have set a false one aside), nor free
 * rows with a mark: they are never exact. And to whom as much went since.
 */
async function readTwins(
  sql: Sql,
  rows: readonly CreditRow[],
  accounts: Accounts,
): Promise<(row: CreditRow) => Pick<Credit, 'gemela' | 'vueltas'>> {
  const whole = rows.filter((row) => freeCents(row) === row.centimos)
  const days = whole.map(({ dia }) => dia).sort()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return () => ({ gemela: false, vueltas: [] })
  // Nothing tells a payer from one whom nobody names.
  const payers = (of: 'telefono_origen' | 'documento_origen') => {
    const said = [...new Set(whole.map((row) => row[of]))]
    return said.includes('') ? raw<boolean>`true` : isOneOf(sql, of, [...said, ''])
  }
  const alike = sql
    .selectFrom('movements')
    .where(isOneOf(sql, 'metodo_id', [...accounts.titles.keys()]))
    .where(isOneOf(sql, 'centimos', [...new Set(whole.map(({ centimos }) => centimos))]))
  const [others, back] = await Promise.all([
    alike
      .select(COLUMNS)
      .where('sentido', '=', 'credito')
      .where('dia', '>=', addDays(first, -1))
      .where('dia', '<=', addDays(last, 1))
      .where(raw<boolean>`(unido + devuelto > 0 or (confianza <> 'aviso' and (ignorado > 0 or repetida_de is null)))`)
      .where(payers('telefono_origen'))
      .where(payers('documento_origen'))
      .execute(),
    alike
      .select(['centimos', 'moneda', 'dia', 'metodo_id', 'telefono_origen', 'documento_origen', 'concepto'])
      .where('sentido', '=', 'debito')
      .where('estado', '=', 'abierto')
      .where('dia', '>=', first)
      .where('dia', '<=', addDays(last, FAR))
      .where(OF_NO_CREDIT)
      .execute(),
  ])
  const lists = await readLists(sql, [...whole, ...others])
  const places = new Map([...Map.groupBy(others, placeOf)].map(([place, ones]) => [place, classify(ones, lists)]))
  const find = (row: CreditRow, isOwn: (one: CreditRow) => boolean) => {
    const house = accounts.bankOf(row.metodo_id)
    const apart = isApart(row, house)
    const isOfBank = (one: CreditRow) => house !== '' && house === accounts.bankOf(one.metodo_id)
    return [-1, 0, 1].some((days) => {
      const { classes = [], byEnd } = places.get(placeOf({ ...row, dia: addDays(row.dia, days) })) ?? {}
      return (
        classes.some(
          ({ tells, bare, cut, ones: [one, ...more] }) =>
            (!apart ||
              !isApart(one, house) ||
              !isApart(one, accounts.bankOf(one.metodo_id)) ||
              (cut && days === 0 && isCut(row) && samePayer(row, one) === true)) &&
            (!bare || isBare(row)) &&
            lists(row).isDisjointFrom(tells) &&
            mayShare(row, one) &&
            isOwn(one) &&
            [one, ...more].some((each) => isAnother(row, each)),
        ) ||
        endsOf(row)
          .flatMap((end) => byEnd?.get(end) ?? [])
          .some(
            (one) =>
              isAnother(row, one) &&
              lists(row).isDisjointFrom(lists(one)) &&
              maySame(row, one, house) &&
              (isOwn(one) || (isOfBank(one) && tailsAgree(row.cola, one.cola)) || isOneNumber(row, one)),
          )
      )
    })
  }
  const found = new Set(whole.filter((row) => find(row, (one) => one.metodo_id === row.metodo_id)))
  // A file that somebody imported in two accounts is money of one of them.
  const filesOf = (row: CreditRow) =>
    new Set([...lists(row)].flatMap((name) => / extracto (\w+)/.exec(name)?.[1] ?? []))
  const isOfOneFile = (row: CreditRow, one: CreditRow) =>
    one.metodo_id !== row.metodo_id && !filesOf(row).isDisjointFrom(filesOf(one))
  for (const row of whole) if (!found.has(row) && find(row, (one) => isOfOneFile(row, one))) found.add(row)
  // It rests on the journal, so nobody asks before two methods have such a pair.
  const apart = whole.filter((row) => !found.has(row) && find(row, (one) => one.metodo_id !== row.metodo_id))
  const once = apart.length > 0 ? await everOneAccount(sql) : () => false
  for (const row of apart) if (find(row, (one) => once(one.metodo_id, row.metodo_id))) found.add(row)
  const isLater = (row: CreditRow, debit: (typeof back)[number]) =>
    debit.centimos === row.centimos &&
    debit.dia >= row.dia &&
    debit.dia <= addDays(row.dia, FAR) &&
    debit.moneda === row.moneda &&
    accounts.of({ ...row, metodo_pago: null, monto_moneda: row.moneda }).includes(debit.metodo_id)
  const payees = (row: CreditRow) => {
    const later = back.filter((debit) => isLater(row, debit))
    return later.map(({ telefono_origen, documento_origen, concepto, dia }) => ({
      telefono: telefono_origen,
      documento: documento_origen,
      concepto,
      dia: dayNumber(dia),
    }))
  }
  return (row) => ({ gemela: found.has(row), vueltas: payees(row) })
}

/** Of a debit: no credit has its number and amount. */
const OF_NO_CREDIT = raw<boolean>`not exists (select 1 from movements c where c.fin = movements.fin and c.fin <> '' and c.cola = movements.cola and c.moneda = movements.moneda and c.sentido = 'credito' and c.centimos = movements.centimos)`

/**
 * Movements of one amount and day. Nothing but list, method and payer tells a vague one from another, so those of a class are compared
 * once: a busy day has thousands.
 */
function classify(rows: readonly CreditRow[], lists: (row: CreditRow) => Set<string>) {
  const byTraits = Map.groupBy(rows, (row) =>
    [
      ...lists(row),
      isApart(row, ''),
      isBare(row),
      isCut(row),
      row.metodo_id,
      row.moneda,
      row.telefono_origen,
      row.documento_origen,
      row.banco_origen,
    ].join('|'),
  )
  const classes = [...byTraits.values()].map((ones) => {
    const [first, ...more] = ones as [CreditRow, ...CreditRow[]]
    return { tells: lists(first), bare: isBare(first), cut: isCut(first), ones: [first, ...more] as const }
  })
  const byEnd = new Map<string, CreditRow[]>()
  for (const row of rows) for (const end of endsOf(row)) byEnd.getOrInsertComputed(end, () => []).push(row)
  return { classes, byEnd }
}

/** Nothing says who paid it and it pays nobody, so that no rule gives it to one whom another row names. */
const isBare = (row: CreditRow) => isNameless(row) && otherTail(row) === '' && freeCents(row) === row.centimos

/** Its numbers may be the beginning of one and the end of another: banks number payments with ten digits or more. */
const isCut = (row: CreditRow) =>
  !row.cola.startsWith('=') && [row.referencia, row.referencia_otra].every((number) => digitsOf(number).length < 10)

/** One number of nine digits or more in two accounts, perhaps cut in one: one of them has it from the other's file. */
const isOneNumber = (row: CreditRow, one: CreditRow) =>
  numbersOf(row).some((mine) => numbersOf(one).some((its) => mine.endsWith(its) || its.endsWith(mine)))

const numbersOf = (row: CreditRow) =>
  [row.referencia, row.referencia_otra].map(digitsOf).filter((digits) => digits.length >= 9)

const digitsOf = (number: string) => frontOf(number.replace(/\D/g, ''))

const placeOf = ({ centimos, dia }: Pick<CreditRow, 'centimos' | 'dia'>) => `${centimos} ${dia}`

const endsOf = (row: CreditRow) =>
  [row.cola, otherTail(row)].filter((cola) => cola !== '').map((cola) => cola.slice(-6))

/** A person who sets a marked row aside says that it is the payment of its original. */
const isAnother = (row: CreditRow, one: CreditRow) => one.id !== row.id && (one.repetida_de !== row.id || one.unido > 0)

/** The lists that told each of those movements: two of one list are two payments, or marked. A bank's calls are a list of their own, notices none. */
async function readLists(sql: Sql, rows: readonly CreditRow[]): Promise<(row: CreditRow) => Set<string>> {
  const sightings = await sql
    .selectFrom('movement_sightings')
    .select(['movimiento_id', 'metodo_id', 'fuente', 'id_banco', 'crudo_sha256'])
    .where(isOneOf(sql, 'movimiento_id', [...new Set(rows.map(({ id }) => id))]))
    .where('fuente', '<>', 'aviso')
    .where('crudo_sha256', 'not like', `${UNTIED}%`)
    .execute()
  const lists = new Map<number, Set<string>>()
  for (const { movimiento_id, metodo_id, fuente, id_banco, crudo_sha256 } of sightings) {
    const names = fuente === 'extracto' ? crudo_sha256.split(' ') : [isCalled(id_banco) ? 'webhook' : '']
    const known = lists.get(movimiento_id) ?? new Set()
    lists.set(movimiento_id, known)
    for (const name of names) known.add(`${metodo_id} ${fuente} ${name}`)
  }
  return ({ id }) => lists.get(id) ?? new Set()
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
  return {
    id: row.id,
    metodo_id: row.metodo_id,
    moneda: row.moneda,
    libre: freeCents(row),
    entero: freeCents(row) === row.centimos && row.repetida_de === null && !revertido,
    repetida: row.repetida_de !== null,
    gemela: false,
    vueltas: [],
    revertido,
    confianza: row.confianza,
    dia: dayNumber(row.dia),
    en: row.en,
    colas: [...new Set([row.cola, otherTail(row)])].filter(Boolean),
    avisadas: row.cola_avisada === '' ? [] : [row.cola_avisada],
    telefono: row.telefono_origen,
    documento: row.documento_origen,
    banco: row.banco_origen,
    propio: row.moneda === 'VES' && isRenumbered(row.banco_origen, accounts.bankOf(row.metodo_id)),
    nombres: nameWords(row.nombre_origen),
  }
}
