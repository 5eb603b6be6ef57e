import { after, type Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { isOneOf } from '#platform/server/db/many.ts'
import { shortName } from '#purchases/server/search/short-name.ts'
import { listByIds } from '#purchases/server/store.ts'
import type { RaffleImage } from '#raffles/contract.ts'
import { KEEP } from '#raffles/server/images/image-files.ts'
import { leaveBehind } from '#raffles/server/images/image-store.ts'
import { listPictures, listWinners } from '../store-winners.ts'

/**
 * Erases what of deliveries was never published: notes, and pictures that are not shown. Those of the purchases named, in the transaction that erases
 * their buyers.
 * @returns the names that were published, by purchase.
 */
export async function eraseDeliveries(
  tx: Sql,
  rifa_id: number,
  compras: readonly number[],
  now: Instant,
): Promise<Map<number, string>> {
  const winners = await listWinners(tx, rifa_id)
  const own = winners.filter(({ compra_id }) => compras.includes(compra_id))
  if (own.length === 0) return new Map()
  const hidden = own.filter(({ mostrar_fotos }) => mostrar_fotos === 0).map(({ id }) => id)
  for (const { id } of own) {
    const fotos = hidden.includes(id) ? { fotos: '[]' } : {}
    await tx
      .updateTable('draw_winners')
      .set({ notas: '', ...fotos })
      .where('id', '=', id)
      .execute()
  }
  await dropPictures(tx, rifa_id, now)
  const shown = own.filter(({ vivo, mostrar_nombre }) => vivo === 1 && mostrar_nombre === 1)
  const names = new Map(
    (
      await listByIds(
        tx,
        shown.map(({ compra_id }) => compra_id),
      )
    ).map(({ id, nombre }) => [id, shortName(nombre)]),
  )
  return names
}

/** Takes away pictures that neither a winner nor a result of a lottery names; their files go with those of other pictures. */
async function dropPictures(tx: Sql, rifa_id: number, now: Instant): Promise<void> {
  const winners = await listWinners(tx, rifa_id)
  const results = await tx.selectFrom('draw_proposals').select('imagen_id').where('rifa_id', '=', rifa_id).execute()
  const named = new Set([
    ...winners.flatMap(({ fotos }) => JSON.parse(fotos) as number[]),
    ...results.map(({ imagen_id }) => imagen_id),
  ])
  const unnamed = [...(await listPictures(tx, rifa_id)).values()].filter(({ id }) => !named.has(id))
  for (const { imagen } of unnamed) await leave(tx, imagen, now)
  const ids = unnamed.map(({ id }) => id)
  await tx
    .deleteFrom('draw_pictures')
    .where(isOneOf(tx, 'id', ids))
    .execute()
}

function leave(tx: Sql, { id, anchos }: RaffleImage, now: Instant): Promise<void> {
  return leaveBehind(tx, { id, clase: 'imagen', anchos: JSON.stringify(anchos), desde: after(now, -KEEP - 1) })
}
