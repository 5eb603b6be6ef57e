import { sql as raw } from 'kysely'
import { refusal } from '#platform/errors.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { StoredMovement } from './schema.ts'

/**
 * Takes a part of a credit for a purchase. The row is locked until the transaction ends, and the database's own CHECK guards it too.
 * A caller with several takes them in the order of their ids.
 * @param centimos of the smallest unit; more than 0.
 * @throws AppError 409 MOVIMIENTO_USADO when so much of it is not left, or it was returned or ignored, PUEDE_SER_REPETIDO when it may be
 * another one told again.
 */
export async function spendMovement(tx: Sql, id: number, centimos: number): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('movements')
    .set({ unido: raw`unido + ${centimos}` })
    .where('id', '=', id)
    .where('sentido', '=', 'credito')
    .where('estado', '=', 'abierto')
    .where('repetida_de', 'is', null)
    .where(raw<boolean>`unido + devuelto + ignorado + ${centimos} <= centimos`)
    .executeTakeFirst()
  if (numUpdatedRows === 1n) return
  const row = await tx.selectFrom('movements').select('repetida_de').where('id', '=', id).executeTakeFirst()
  throw row && row.repetida_de !== null ? refusal('PUEDE_SER_REPETIDO') : refusal('MOVIMIENTO_USADO')
}

/** Part of it that pays nothing, and that nobody has decided about, of the smallest unit. */
export function freeCents({ centimos, unido, devuelto, ignorado }: Parts): number {
  return centimos - unido - devuelto - ignorado
}

type Parts = Pick<StoredMovement, 'centimos' | 'unido' | 'devuelto' | 'ignorado'>

/** Gives it back, when a link is undone: somebody decides about it, whether or not the rest was decided. */
export async function releaseMovement(tx: Sql, id: number, centimos: number): Promise<void> {
  await tx
    .updateTable('movements')
    .set({ unido: raw`unido - ${centimos}`, estado: 'abierto' })
    .where('id', '=', id)
    .execute()
}
