import type { Actor } from '#journal/actor.ts'
import type { Instant } from '#platform/clock.ts'
import { AppError, notFound } from '#platform/errors.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { UNDECIDED } from './record-movements.ts'
import type { StoredMovement } from './schema.ts'

/**
 * What becomes of the rest of a credit that pays nothing: returned, ignored, or open again; or that it is not the same as another
 * (`otra`), after which it may pay. In `MOVEMENTS_LANE`.
 * @returns it as it was.
 * @throws AppError 404, 409 MOVIMIENTO_USADO when nothing of it is left.
 */
export async function decideMovement(
  tx: Sql,
  id: number,
  {
    que,
    razon,
    actor,
    now,
  }: { que: 'devuelto' | 'ignorado' | 'abierto' | 'otra'; razon: string; actor: Actor; now: Instant },
): Promise<StoredMovement> {
  // Locked, so that nobody uses it meanwhile.
  const row = await tx
    .updateTable('movements')
    .set((one) => ({ unido: one.ref('unido') }))
    .where('id', '=', id)
    .where('sentido', '=', 'credito')
    .returningAll()
    .executeTakeFirst()
  if (!row) throw notFound('Ese movimiento no existe')
  if (que === 'otra') {
    await tx.updateTable('movements').set({ repetida_de: null }).where('id', '=', id).execute()
    return row
  }
  if (que !== 'abierto' && row.unido === row.centimos) {
    const details = 'Todo lo que llegó en ese movimiento ya paga compras. Sepáralo primero de la compra.'
    throw new AppError(409, 'MOVIMIENTO_USADO', 'Ese dinero ya está usado', details)
  }
  const decided =
    que === 'abierto'
      ? UNDECIDED
      : { estado: que, razon, decidido_por: actor.nombre, decidido_por_id: actor.id, decidido_en: now }
  await tx.updateTable('movements').set(decided).where('id', '=', id).execute()
  return row
}
