import { appendEntry } from '#journal/server/append-entry.ts'
import { AppError, notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { findRaffle, updateRaffle } from './store.ts'

/**
 * Puts a draft on sale.
 * @throws AppError 404 when there is no such raffle, 409 RIFA_NO_ES_BORRADOR when it has been published before,
 * 409 ESTADO_NO_PERMITE when it was put away.
 */
export async function publishRaffle(ctx: Ctx, id: number, actor: string): Promise<void> {
  await ctx.db.write(`rifa:${id}`, async (tx) => {
    const raffle = await findRaffle(tx, id)
    if (!raffle) throw notFound(`La rifa ${id} no existe`)
    if (raffle.archivada_en !== null) {
      throw new AppError(409, 'ESTADO_NO_PERMITE', 'La rifa está archivada', 'Recupérala para publicarla.', {
        extra: { estado: raffle.estado },
      })
    }
    if (raffle.estado !== 'borrador') {
      throw new AppError(
        409,
        'RIFA_NO_ES_BORRADOR',
        'La rifa no es un borrador',
        `La rifa ${id} ya está ${raffle.estado}.`,
      )
    }
    await updateRaffle(tx, id, { estado: 'publicada' })
    await appendEntry(tx, {
      ambito: `rifa:${id}`,
      en: ctx.clock.now(),
      actor,
      accion: 'rifa publicada',
      rifa_id: id,
      datos: {},
    })
  })
  ctx.snapshots.forget('')
}
