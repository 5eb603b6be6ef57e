import type { Selectable } from 'kysely'
import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { isOneOf } from '#platform/server/db/many.ts'
import type { Tables } from '#platform/server/db/tables.ts'

export type Letter = Selectable<Tables['letters']>
export type LetterPerson = Selectable<Tables['letter_people']>

/** Writes a letter. @returns null when its key, or the same words of that day, are there already. */
export async function insertLetter(tx: Sql, letter: Omit<Letter, 'id'>): Promise<Letter | null> {
  const row = await tx
    .insertInto('letters')
    .values(letter)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

export function findLetter(sql: Sql, id: number): Promise<Letter | undefined> {
  return sql.selectFrom('letters').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findLetterByKey(sql: Sql, clave: string): Promise<Letter | undefined> {
  return sql.selectFrom('letters').selectAll().where('clave', '=', clave).executeTakeFirst()
}

const SHOWN = 50

/** The newest first. @param rifa_id null for those of all raffles. */
export function listLetters(sql: Sql, rifa_id: number | null): Promise<Letter[]> {
  const letters = sql.selectFrom('letters').selectAll().orderBy('id', 'desc').limit(SHOWN)
  return (rifa_id === null ? letters : letters.where('rifa_id', '=', rifa_id)).execute()
}

export function listLeaving(sql: Sql): Promise<Letter[]> {
  return sql.selectFrom('letters').selectAll().where('estado', '=', 'saliendo').orderBy('id').execute()
}

/** Moves a letter on, behind its row's lock, unless it is in another state by now. */
export function moveLetter(
  tx: Sql,
  id: number,
  from: Letter['estado'],
  change: Partial<Pick<Letter, 'estado' | 'motivo' | 'compra_id' | 'latido' | 'terminada_en' | 'al_dia'>>,
): Promise<Letter | undefined> {
  return tx
    .updateTable('letters')
    .set(change)
    .where('id', '=', id)
    .where('estado', '=', from)
    .returningAll()
    .executeTakeFirst()
}

/** Notes who is reached by a letter now. @returns those who were not before. */
export async function insertPeople(tx: Sql, people: readonly LetterPerson[]): Promise<LetterPerson[]> {
  if (people.length === 0) return []
  return tx
    .insertInto('letter_people')
    .values(people)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .execute()
}

/** Of these people, those who asked for no more news. */
export async function findOptouts(sql: Sql, people: readonly string[]): Promise<Set<string>> {
  if (people.length === 0) return new Set()
  const rows = await sql
    .selectFrom('letter_optouts')
    .select('persona')
    .where(isOneOf(sql, 'persona', people))
    .execute()
  return new Set(rows.map(({ persona }) => persona))
}

/** The person that a link names. @returns the newest letter that reached them; null for a link that no letter of ours carried. */
export async function findByFicha(sql: Sql, ficha: string): Promise<LetterPerson | null> {
  const row = await sql
    .selectFrom('letter_people')
    .selectAll()
    // Signs behind a link in a mail are taken for its end.
    .where('ficha', '=', ficha.replace(/[^\w-]+$/, ''))
    .orderBy('carta_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

export async function addOptout(tx: Sql, { persona, carta_id }: LetterPerson, en: Instant): Promise<void> {
  await tx
    .insertInto('letter_optouts')
    .values({ persona, carta_id, en })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function removeOptout(tx: Sql, persona: string): Promise<void> {
  await tx.deleteFrom('letter_optouts').where('persona', '=', persona).execute()
}
