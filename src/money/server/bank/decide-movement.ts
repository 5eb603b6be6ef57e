import { sql as raw } from 'kysely'
import type { Actor } from '#journal/actor.ts'
import type { Instant } from '#platform/clock.ts'
import { notFound, refusal } from '#platform/errors.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { type StoredMovement, UNDECIDED } from './schema.ts'
import { freeCents } from './spend-movement.ts'

/**
 * Decides about the rest of a credit that pays nothing: returned, ignored, or open again. Or that it is not the same as another
 * (`otra`), after which it may pay. `centimos` decides so much of the rest, and leaves what remains open. A debit is never returned; ignored, it
 * takes no payment back. In `MOVEMENTS_LANE`.
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
    centimos,
  }: {
    que: 'devuelto' | 'ignorado' | 'abierto' | 'otra'
    razon: string
    actor: Actor
    now: Instant
    centimos?: number
  },
): Promise<StoredMovement> {
  // Locked, so that nobody uses it meanwhile.
  const row = await tx
    .updateTable('movements')
    .set((one) => ({ unido: one.ref('unido') }))
    .where('id', '=', id)
    .where((one) => one.or([one('sentido', '=', 'credito'), one.lit(que !== 'devuelto')]))
    .returningAll()
    .executeTakeFirst()
  if (!row) throw notFound('Ese movimiento no existe')
  if (que === 'otra') {
    await tx.updateTable('movements').set({ repetida_de: null }).where('id', '=', id).execute()
    return row
  }
  const free = freeCents(row)
  if (que !== 'abierto' && free === 0) {
    const details =
      row.unido === row.centimos
        ? 'Todo lo que llegó en ese movimiento ya paga compras. Sepáralo primero de la compra.'
        : 'De ese movimiento no queda nada: ya se devolvió o se apartó. Deshazlo primero.'
    throw refusal('MOVIMIENTO_USADO', { details })
  }
  const part = Math.min(centimos ?? free, free)
  const decided =
    que === 'abierto'
      ? UNDECIDED
      : {
          [que]: row[que] + part,
          estado: part === free ? que : ('abierto' as const),
          razon,
          decidido_por: actor.nombre,
          decidido_por_id: actor.id,
          decidido_en: now,
        }
  await tx.updateTable('movements').set(decided).where('id', '=', id).execute()
  return row
}

/** Undoes that decision about a part, which pays a purchase again: the caller joins it. */
export async function reopenPart(tx: Sql, id: number, que: 'devuelto' | 'ignorado', centimos: number): Promise<void> {
  await tx
    .updateTable('movements')
    .set({ [que]: raw`${raw.ref(que)} - ${centimos}`, unido: raw`unido + ${centimos}`, estado: 'abierto' })
    .where('id', '=', id)
    .execute()
}
