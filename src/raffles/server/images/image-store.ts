import type { ExpressionBuilder, Insertable, Selectable, Updateable } from 'kysely'
import { after, type Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import type { RaffleImage } from '../../contract.ts'
import type { ImageLeftoversTable, RaffleImagesTable } from './image-schema.ts'

export type ImageRow = Selectable<RaffleImagesTable>
export type Leftover = Selectable<ImageLeftoversTable>

const FREE = 0 as Instant
/** Milliseconds without a step after which another process takes over: the one that had it is gone. */
export const LEASE = 60_000

/** Pictures of a raffle are changed one after the other: this waits for who does it now. */
export function lockPictures(tx: Sql, rifaId: number) {
  return tx
    .updateTable('raffles')
    .set((row) => ({ galeria: row.ref('galeria') }))
    .where('id', '=', rifaId)
    .returning(['id', 'titulo', 'archivada_en', 'estado', 'imagen', 'galeria', 'congelada_en'])
    .executeTakeFirst()
}

/** In the order of the page. */
export function listImages(sql: Sql, rifaId: number): Promise<ImageRow[]> {
  return sql
    .selectFrom('raffle_images')
    .selectAll()
    .where('rifa_id', '=', rifaId)
    .orderBy('orden')
    .orderBy('id')
    .execute()
}

export function findImage(sql: Sql, rifaId: number, id: number): Promise<ImageRow | undefined> {
  return sql
    .selectFrom('raffle_images')
    .selectAll()
    .where('id', '=', id)
    .where('rifa_id', '=', rifaId)
    .executeTakeFirst()
}

export function findByKey(sql: Sql, clave: string): Promise<ImageRow | undefined> {
  return sql.selectFrom('raffle_images').selectAll().where('clave', '=', clave).executeTakeFirst()
}

export async function insertImage(tx: Sql, image: Insertable<RaffleImagesTable>): Promise<number> {
  const { id } = await tx.insertInto('raffle_images').values(image).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateImage(tx: Sql, id: number, changes: Updateable<RaffleImagesTable>): Promise<void> {
  await tx.updateTable('raffle_images').set(changes).where('id', '=', id).execute()
}

export async function deleteImage(tx: Sql, id: number): Promise<void> {
  await tx.deleteFrom('raffle_images').where('id', '=', id).execute()
}

/** Nobody has it; a lease that is longer than any was taken while a clock was ahead. */
function isFree(now: Instant) {
  return (row: ExpressionBuilder<Tables, 'raffle_images'>) =>
    row.or([row('arrendada_hasta', '<=', now), row('arrendada_hasta', '>', after(now, LEASE))])
}

/** The oldest picture to prepare that nobody is at. */
export function findWaiting(sql: Sql, now: Instant): Promise<ImageRow | undefined> {
  return sql
    .selectFrom('raffle_images')
    .selectAll()
    .where('estado', 'in', ['esperando', 'preparando'])
    .where(isFree(now))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** Takes it for a while; undefined when another process has just done so. @param pasos how many steps it takes. */
export function claimImage(tx: Sql, id: number, enCurso: string, pasos: number, now: Instant) {
  return tx
    .updateTable('raffle_images')
    .set((row) => ({
      estado: 'preparando',
      en_curso: enCurso,
      hechas: 0,
      pasos,
      problema: '',
      intentos: row('intentos', '+', 1),
      arrendada_hasta: after(now, LEASE),
    }))
    .where('id', '=', id)
    .where('estado', 'in', ['esperando', 'preparando'])
    .where(isFree(now))
    .returningAll()
    .executeTakeFirst()
}

/** Changes it as long as the image of that id is the one in work. @returns whether it is. */
export async function updateClaimed(
  tx: Sql,
  id: number,
  enCurso: string,
  changes: Updateable<RaffleImagesTable>,
): Promise<boolean> {
  const row = await tx
    .updateTable('raffle_images')
    .set(changes)
    .where('id', '=', id)
    .where('en_curso', '=', enCurso)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** What puts a picture at the front of the line again, with all its attempts. */
export const WAITING = {
  estado: 'esperando',
  en_curso: '',
  hechas: 0,
  problema: '',
  intentos: 0,
  arrendada_hasta: FREE,
} as const

/** Files that nothing names any more are kept for a while: pages and mails that are open still ask for them. */
export async function leaveBehind(tx: Sql, left: Leftover): Promise<void> {
  await tx
    .insertInto('image_leftovers')
    .values(left)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ desde: left.desde, anchos: left.anchos }))
    .execute()
}

export async function deleteLeftover(tx: Sql, id: string): Promise<void> {
  await tx.deleteFrom('image_leftovers').where('id', '=', id).execute()
}

export function listLeftovers(sql: Sql, before: Instant, most: number): Promise<Leftover[]> {
  return sql
    .selectFrom('image_leftovers')
    .selectAll()
    .where('desde', '<', before)
    .orderBy('desde')
    .limit(most)
    .execute()
}

/** Whether anything still shows or needs those files: a copy of a raffle has the same pictures. */
export async function isUsed(sql: Sql, id: string): Promise<boolean> {
  const named = `%"id":"${id}"%`
  const row = await sql
    .selectFrom('raffle_images')
    .select('id')
    .where((where) =>
      where.or([where('original', '=', id), where('en_curso', '=', id), where('imagen', 'like', named)]),
    )
    .limit(1)
    .executeTakeFirst()
  if (row) return true
  const raffle = await sql
    .selectFrom('raffles')
    .select('id')
    .where((where) => where.or([where('imagen', 'like', named), where('galeria', 'like', named)]))
    .limit(1)
    .executeTakeFirst()
  return raffle !== undefined
}

/** The raffle's own row follows its pictures: those that are ready, in their order. */
export async function showImages(tx: Sql, rifaId: number): Promise<void> {
  const rows = await listImages(tx, rifaId)
  const [main, ...others] = rows.flatMap(({ imagen }) => (imagen === null ? [] : [JSON.parse(imagen) as RaffleImage]))
  await tx
    .updateTable('raffles')
    .set({ imagen: main ? JSON.stringify(main) : null, galeria: JSON.stringify(others) })
    .where('id', '=', rifaId)
    .execute()
}
