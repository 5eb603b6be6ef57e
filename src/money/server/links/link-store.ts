import type { Selectable } from 'kysely'
import type { Actor } from '#journal/actor.ts'
import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { insertRows, isOneOf } from '#platform/server/db/many.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import { isNear } from '../../verdict.ts'
import { releaseMovement } from '../bank/spend-movement.ts'
import { movementLinks } from '../schema.ts'

export type Link = Selectable<Tables['movement_links']>
type End = 'compra_id' | 'movimiento_id'

export const insertLinks = insertRows(movementLinks)

/** Columns of a link that a person makes. */
export function joinedBy({ nombre, id }: Actor, en: Instant) {
  return { por: 'persona', regla: '', quien: nombre, quien_id: id, en } as const
}

/** Of those purchases, or movements, in the order of the movements. */
export function listLinks(sql: Sql, ids: readonly number[], by: End = 'compra_id'): Promise<Link[]> {
  return sql
    .selectFrom('movement_links')
    .selectAll()
    .where(isOneOf(sql, by, ids))
    .orderBy('movimiento_id')
    .orderBy('compra_id')
    .execute()
}

/** An accepted near amount pays all of the debt, as long as it is joined; null without one. */
export function acceptedCents(links: readonly Pick<Link, 'regla' | 'centimos'>[]): number | null {
  return links.find(({ regla }) => isNear(regla))?.centimos ?? null
}

/** Removes links, and gives their current amounts back to their movements, even if they have changed since they were read. */
export async function removeLinks(tx: Sql, links: readonly Pick<Link, End>[]): Promise<void> {
  for (const link of links) {
    const centimos = await deleteLink(tx, link)
    // The second caller gives nothing back.
    if (centimos > 0) await releaseMovement(tx, link.movimiento_id, centimos)
  }
}

/** A movement that pays a purchase pays more of it, by one link. The caller has taken it from the movement. */
export async function addLink(tx: Sql, link: Link): Promise<void> {
  await insertLinks(tx, [{ ...link, centimos: link.centimos + (await deleteLink(tx, link)) }])
}

async function deleteLink(tx: Sql, { movimiento_id, compra_id }: Pick<Link, End>) {
  const removed = await tx
    .deleteFrom('movement_links')
    .where('movimiento_id', '=', movimiento_id)
    .where('compra_id', '=', compra_id)
    .returning('centimos')
    .executeTakeFirst()
  return Number(removed?.centimos ?? 0)
}

/** Links made by an approval are parted by its undoing: those of its instant. */
export async function partApproval(tx: Sql, compra_id: number, en: Instant | null): Promise<Link[]> {
  const made = (await listLinks(tx, [compra_id])).filter((link) => link.en === en)
  await removeLinks(tx, made)
  return made
}
