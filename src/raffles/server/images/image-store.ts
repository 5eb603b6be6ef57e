import type { Insertable, Updateable } from 'kysely'
import type { Instant } from '#platform/clock.ts'
import { notFound } from '#platform/errors.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Row } from '#platform/server/db/table.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import type { RaffleImage } from '../../contract.ts'
import type { raffleImages } from '../schema.ts'

export type ImageRow = Row<typeof raffleImages>

/** Pictures of a raffle are changed one after the other: this waits for the current change. */
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

/** @throws AppError 404 */
export function requireImage(sql: Sql, rifaId: number, id: number): Promise<ImageRow> {
  return sql
    .selectFrom('raffle_images')
    .selectAll()
    .where('id', '=', id)
    .where('rifa_id', '=', rifaId)
    .executeTakeFirstOrThrow(() => notFound('Esta imagen no existe'))
}

export function findByKey(sql: Sql, clave: string): Promise<ImageRow | undefined> {
  return sql.selectFrom('raffle_images').selectAll().where('clave', '=', clave).executeTakeFirst()
}

export async function insertImage(tx: Sql, image: Insertable<Tables['raffle_images']>): Promise<number> {
  const { id } = await tx.insertInto('raffle_images').values(image).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateImage(tx: Sql, id: number, changes: Updateable<Tables['raffle_images']>): Promise<void> {
  await tx.updateTable('raffle_images').set(changes).where('id', '=', id).execute()
}

export async function deleteImage(tx: Sql, id: number): Promise<void> {
  await tx.deleteFrom('raffle_images').where('id', '=', id).execute()
}

/** Unused files are kept for a while: open pages and mails still request them. */
export async function leaveBehind(
  tx: Sql,
  { id, anchos }: Pick<RaffleImage, 'id' | 'anchos'>,
  desde: Instant,
): Promise<void> {
  await tx
    .insertInto('image_leftovers')
    .values({ id, anchos: JSON.stringify(anchos), desde })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ desde }))
    .execute()
}

export async function deleteLeftover(tx: Sql, id: string): Promise<void> {
  await tx.deleteFrom('image_leftovers').where('id', '=', id).execute()
}

export function listLeftovers(sql: Sql, before: Instant, most: number) {
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
  const shown = sql
    .selectFrom('raffles')
    .select('id')
    .where((where) => where.or([where('imagen', 'like', named), where('galeria', 'like', named)]))
  const kept = sql.selectFrom('raffle_images').select('id').where('imagen', 'like', named)
  return (await kept.unionAll(shown).limit(1).executeTakeFirst()) !== undefined
}

/** Its public form. */
export function shownOf({ imagen }: ImageRow): RaffleImage {
  return JSON.parse(imagen) as RaffleImage
}

/** The raffle's own row follows its pictures, in their order. */
export async function showImages(tx: Sql, rifaId: number): Promise<void> {
  const rows = await listImages(tx, rifaId)
  const [main, ...others] = rows.map(shownOf)
  await tx
    .updateTable('raffles')
    .set({ imagen: main ? JSON.stringify(main) : null, galeria: JSON.stringify(others) })
    .where('id', '=', rifaId)
    .execute()
}
