import { after, type Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { shortName } from '#purchases/server/search/short-name.ts'
import { listByIds } from '#purchases/server/store.ts'
import { KEEP } from '#raffles/server/images/image-files.ts'
import { leaveBehind } from '#raffles/server/images/image-store.ts'
import { listPictures, listWinners } from '../store-winners.ts'

/**
 * Erases the unpublished parts of deliveries: notes, and pictures that are not shown. Those of the given purchases, in the transaction that erases
 * their buyers.
 * @returns the names that were published, by purchase.
 */
export async function eraseDeliveries(
  tx: Sql,
  rifa_id: number,
  compras: readonly number[],
  now: Instant,
): Promise<Map<number, string>> {
  const own = (await listWinners(tx, rifa_id)).filter(({ compra_id }) => compras.includes(compra_id))
  for (const { id, mostrar_fotos, fotos } of own) {
    const kept = { notas: '', fotos: mostrar_fotos === 1 ? fotos : '[]' }
    await tx.updateTable('draw_winners').set(kept).where('id', '=', id).execute()
  }
  if (own.length > 0) await dropPictures(tx, rifa_id, now)
  const shown = own.filter(({ vivo, mostrar_nombre }) => vivo === 1 && mostrar_nombre === 1)
  const buyers = shown.map(({ compra_id }) => compra_id)
  return new Map((await listByIds(tx, buyers)).map(({ id, nombre }) => [id, shortName(nombre)]))
}

/** Takes away pictures that neither a winner nor a result of a lottery names; their files go with those of other pictures. */
async function dropPictures(tx: Sql, rifa_id: number, now: Instant): Promise<void> {
  const results = await tx.selectFrom('draw_proposals').select('imagen_id').where('rifa_id', '=', rifa_id).execute()
  const shown = (await listWinners(tx, rifa_id)).flatMap(({ fotos }) => JSON.parse(fotos) as number[])
  const named = new Set([...shown, ...results.map(({ imagen_id }) => imagen_id)])
  for (const { id, imagen } of (await listPictures(tx, rifa_id)).values()) {
    if (named.has(id)) continue
    await leaveBehind(tx, imagen, after(now, -KEEP - 1))
    await tx.deleteFrom('draw_pictures').where('id', '=', id).execute()
  }
}
