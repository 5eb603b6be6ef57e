import type { Insertable, Updateable } from 'kysely'
import type { Deed } from '#journal/deeds.ts'
import { appendEntry, type Telling } from '#journal/server/append-entry.ts'
import type { Instant } from '#platform/clock.ts'
import { notFound } from '#platform/errors.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { prepared } from '#platform/server/db/prepared.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import type { RaffleState } from '../contract.ts'
import type { Raffle } from './schema.ts'

export type { Raffle } from './schema.ts'

const byId = prepared<{ id: number }>({ id: true })((sql, { id }) =>
  sql.selectFrom('raffles').selectAll().where('id', '=', id),
)

export async function findRaffle(tx: Sql, id: number): Promise<Raffle | undefined> {
  return (await byId(tx, { id }))[0]
}

/** @throws AppError 404 */
export async function requireRaffle(tx: Sql, id: number): Promise<Raffle> {
  const raffle = await findRaffle(tx, id)
  if (!raffle) throw notFound('Esta rifa no existe')
  return raffle
}

/** Whether buyers read it: a published raffle stays readable. */
export const isShown = (id: number) => async (sql: Sql) =>
  ((await findRaffle(sql, id))?.estado ?? 'borrador') !== 'borrador'

/** Whether buyers read any. Until then nobody reads the pages and the mails. */
export async function isAnyShown(sql: Sql): Promise<boolean> {
  return (await sql.selectFrom('raffles').select('id').where('estado', '<>', 'borrador').limit(1).execute()).length > 0
}

/** The raffle that a form with that key has created. */
export function findByCreation(tx: Sql, clave: string): Promise<Raffle | undefined> {
  return tx.selectFrom('raffles').selectAll().where('clave_creacion', '=', clave).executeTakeFirst()
}

/** Newest first. */
export function listRaffles(tx: Sql, states: readonly RaffleState[]): Promise<Raffle[]> {
  return tx.selectFrom('raffles').selectAll().where('estado', 'in', states).orderBy('id', 'desc').execute()
}

export async function insertRaffle(tx: Sql, raffle: Insertable<Tables['raffles']>): Promise<number> {
  const { id } = await tx.insertInto('raffles').values(raffle).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Changes a raffle that is still in the state in which it was read. @returns whether it was; another process may have been faster. */
export async function updateUnmoved(tx: Sql, seen: Raffle, changes: Updateable<Tables['raffles']>): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('raffles')
    .set(changes)
    .where('id', '=', seen.id)
    .where('estado', '=', seen.estado)
    .where('archivada_en', seen.archivada_en === null ? 'is' : '=', seen.archivada_en)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function updateRaffle(tx: Sql, id: number, changes: Updateable<Tables['raffles']>): Promise<void> {
  await tx.updateTable('raffles').set(changes).where('id', '=', id).execute()
}

/** Writes a deed into the journal of its raffle. Nothing of a person is in `datos`. */
export function noteDeed(
  { tx, raffle: { id, titulo }, now }: { tx: Sql; raffle: Pick<Raffle, 'id' | 'titulo'>; now: Instant },
  actor: Telling,
  accion: Deed,
  datos: Record<string, unknown>,
): Promise<void> {
  return appendEntry(tx, { en: now, actor, accion, rifa_id: id, datos: { nombre: titulo, ...datos } })
}
