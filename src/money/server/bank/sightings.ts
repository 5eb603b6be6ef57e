import { sql as raw } from 'kysely'
import type { Account } from '#payment-methods/server/read-account.ts'
import { parseDay } from '#platform/clock.ts'
import type { PayCurrency } from '#platform/money.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { isOneOf } from '#platform/server/db/many.ts'
import { MOVEMENT_TYPES, SOURCE_KINDS, type SourceKind, type Told, TRUST, type Trust } from '../../movement.ts'
import { type MovementTail, movementTail } from '../../movement-tail.ts'
import type { Confirmation } from './confirm-movement.ts'
import { isBare, isOneReference } from './same-movement.ts'
import type { StoredSighting } from './schema.ts'

/** Begins the name of a telling that was a bank's call. */
export const CALLED = 'webhook:'

/** Begins the list of a telling that nothing ties to its movement (confirm-movement.ts). */
export const UNTIED = '~'

/** The name under which a source's telling is kept. */
export const nameTold = ({ canal }: Pick<Source, 'canal'>, id_banco: string): string =>
  canal === undefined ? id_banco : CALLED + id_banco

/** A telling as it is kept. */
export type Numbered = Told & MovementTail

interface Source {
  fuente: SourceKind
  canal?: 'webhook' | undefined
  confianza: Trust
}

/** A source's tellings under the names by which they are kept. @throws Error for an unknown source, or movements that no reader makes. */
export function tellings(source: Source, told: readonly Told[]): Numbered[] {
  if (!SOURCE_KINDS.includes(source.fuente) || !TRUST.includes(source.confianza)) throw new Error('a word of nobody')
  const tellingOf = (one: Told) => ({ ...inShape(one), id_banco: nameTold(source, one.id_banco) })
  return told.map((one) => ({ ...tellingOf(one), ...movementTail(one.referencia, one.tipo) }))
}

/** Whether a source's telling was its call. @param name as kept */
export const isCalled = (name: string) => name.startsWith(CALLED)

/** The movements that the source has told under those names, by name. */
export async function namesKnown(
  tx: Sql,
  { fuente }: { fuente: SourceKind },
  { metodos }: Account,
  told: readonly Told[],
) {
  const names = told.map(({ id_banco }) => id_banco)
  const known = await tx
    .selectFrom('movement_sightings')
    .select(['id_banco', 'movimiento_id'])
    .where('metodo_id', 'in', metodos)
    .where('fuente', '=', fuente)
    .where(isOneOf(tx, 'id_banco', names))
    .execute()
  return new Map(known.map(({ id_banco, movimiento_id }) => [id_banco, movimiento_id]))
}

/** What a telling keeps of its words, beside its number. */
const WORDS = 'dia referencia referencia_otra banco_origen telefono_origen documento_origen concepto'.split(' ')

/** What is kept of a telling's words. */
export function saidOf(one: Numbered): Pick<StoredSighting, 'cola' | 'fin' | 'fin_otra' | 'dicho'> {
  const { cola, fin, referencia_otra, tipo } = one
  return { cola, fin, fin_otra: movementTail(referencia_otra, tipo).fin, dicho: JSON.stringify(one, WORDS) }
}

export type Later = Confirmation & { mine: Numbered }

/**
 * Tellings whose source names the payer now, and nobody had: a person chose other columns, or the bank filled its row later. One that was taken
 * for its movement by its count alone may be another payment.
 */
export async function namedLater(
  tx: Sql,
  { fuente }: Source,
  { metodos }: Account,
  told: readonly Numbered[],
): Promise<Later[]> {
  const named = new Map(told.flatMap((one) => (isBare(one) ? [] : [[one.id_banco, one]])))
  const bare = await tx
    .selectFrom('movements')
    .innerJoin('movement_sightings', 'movement_sightings.movimiento_id', 'movements.id')
    .selectAll('movements')
    .select('id_banco')
    .where('movement_sightings.metodo_id', 'in', metodos)
    .where('fuente', '=', fuente)
    .where(isOneOf(tx, 'id_banco', [...named.keys()]))
    .where('crudo_sha256', 'not like', `${UNTIED}%`)
    .where('telefono_origen', '=', '')
    .where('documento_origen', '=', '')
    .execute()
  return bare.flatMap(({ id_banco, ...one }) => {
    const mine = named.get(id_banco)
    if (!mine || (mine.cola !== '' && one.cola !== '' && !isOneReference(mine, one))) return []
    return [{ mate: { ...one, told: true, dichos: [] }, mine, tie: 'named', others: [], repite: null }]
  })
}

/** Keeps their words in the place of the earlier ones: by them the bank's return is known. */
export async function sayAnew(tx: Sql, { fuente }: Source, later: readonly Later[]): Promise<void> {
  for (const { mate, mine } of later)
    await tx
      .updateTable('movement_sightings')
      .set(saidOf(mine))
      .where('movimiento_id', '=', mate.id)
      .where('fuente', '=', fuente)
      .where('id_banco', '=', mine.id_banco)
      .execute()
}

/** Whether a file is read by other columns of references and days than those that have told a movement. */
export function isOtherColumn(file: string, { crudo_sha256: told }: Pick<StoredSighting, 'crudo_sha256'>): boolean {
  const [columns] = /\.\w{4}$/.exec(file) ?? []
  return columns !== undefined && /\.\w{4}( |$)/.test(told) && !`${told} `.includes(`${columns} `)
}

/** As many files name two payments together, if any do. */
const ENOUGH = 4 * 79

/** Notes that a file has those movements too: those that one list names are different payments (money/server/match/read-credits.ts). */
export async function noteAgain(tx: Sql, sha256: string, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('movement_sightings')
    .set({ crudo_sha256: raw<string>`crudo_sha256 || ' ' || ${sha256}` })
    .where('fuente', '=', 'extracto')
    .where(isOneOf(tx, 'movimiento_id', ids))
    .where('crudo_sha256', 'not like', `%${sha256}%`)
    .where(raw<boolean>`length(crudo_sha256) < ${raw.lit(ENOUGH)}`)
    .execute()
}

/** Notes that no list before names those movements: they are what another source says, which may be another row of that list. */
export async function forgetLists(tx: Sql, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('movement_sightings')
    .set({ crudo_sha256: raw<string>`${raw.lit(UNTIED)} || crudo_sha256` })
    .where(isOneOf(tx, 'movimiento_id', ids))
    .where('crudo_sha256', 'not like', `${UNTIED}%`)
    .execute()
}

/** Forms of a payer's columns, where they are filled: they are compared with reports. */
const PAYER = {
  banco_origen: /^\d{4}$/,
  telefono_origen: /^58\d{10}$/,
  documento_origen: /^[VEJGPC]\d{4,10}$/,
} as const

const CURRENCIES: readonly PayCurrency[] = ['VES', 'USD', 'COP']

/**
 * The movement as it is written. A payer's phone, document or bank of another form would be compared with nobody's and is left out. The
 * tables do not say so themselves (docs/decisions/089).
 * @throws Error for movements that no reader makes: nothing of that telling is kept.
 */
function inShape(told: Told): Told {
  const { tipo, moneda, dia } = told
  if (!MOVEMENT_TYPES.includes(tipo)) throw new Error('a movement of no kind')
  if (!CURRENCIES.includes(moneda)) throw new Error('a movement in no currency')
  if (parseDay(dia) === null) throw new Error('a movement of no day')
  const payer = Object.entries(PAYER).map(([name, form]) => {
    const said = told[name as keyof typeof PAYER]
    return [name, form.test(said) ? said : '']
  })
  return { ...told, ...(Object.fromEntries(payer) as Pick<Told, keyof typeof PAYER>) }
}
