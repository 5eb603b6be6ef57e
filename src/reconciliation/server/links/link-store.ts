import type { Selectable } from 'kysely'
import { releaseMovement } from '#movements/server/spend-movement.ts'
import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { insertRows, isOneOf } from '#platform/server/db/many.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import { isNear } from '../../verdict.ts'
import { movementLinks } from '../schema.ts'

export type Link = Selectable<Tables['movement_links']>

export const insertLinks = insertRows(movementLinks)

/** Of those purchases, in the order of the movements. */
export function listLinks(sql: Sql, compras: readonly number[]): Promise<Link[]> {
  return sql
    .selectFrom('movement_links')
    .selectAll()
    .where(isOneOf(sql, 'compra_id', compras))
    .orderBy('movimiento_id')
    .execute()
}

/** An accepted near amount pays all of the debt, as long as it is joined; null without one. */
export function acceptedCents(links: readonly Pick<Link, 'regla' | 'centimos'>[]): number | null {
  return links.find(({ regla }) => isNear(regla))?.centimos ?? null
}

/** Removes links, and gives their current amounts back to their movements, even if they have changed since they were read. */
export async function removeLinks(tx: Sql, links: readonly Pick<Link, 'movimiento_id' | 'compra_id'>[]): Promise<void> {
  for (const { movimiento_id, compra_id } of links) {
    const removed = await tx
      .deleteFrom('movement_links')
      .where('movimiento_id', '=', movimiento_id)
      .where('compra_id', '=', compra_id)
      .returning('centimos')
      .executeTakeFirst()
    // The second caller gives nothing back.
    if (removed) await releaseMovement(tx, movimiento_id, Number(removed.centimos))
  }
}

/** Links made by an approval are parted by its undoing: those of its instant. */
export async function partApproval(tx: Sql, compra_id: number, en: Instant | null): Promise<Link[]> {
  const made = (await listLinks(tx, [compra_id])).filter((link) => link.en === en)
  await removeLinks(tx, made)
  return made
}
