import type { FastifyRequest } from 'fastify'
import type { Operator } from '#access/contract.ts'
import type { Ctx } from '#platform/server/context.ts'
import { deleteLeftover } from '#raffles/server/images/image-store.ts'
import type { DrawPicture } from '../../draw-contract.ts'
import { receivePicture } from '../images/receive-picture.ts'
import { leadDraw } from '../steps/lead-draw.ts'

/**
 * Keeps a picture of a lottery's result or of a delivery, re-encoded from the upload, whose bytes were checked first. It belongs to the draw
 * from then on, and is shown where a result or a winner names it.
 * @throws AppError 422 IMAGEN_INVALIDA, 413 ARCHIVO_MUY_GRANDE, and those of leadDraw
 */
export async function addPicture(
  ctx: Ctx,
  id: number,
  request: FastifyRequest,
  operator: Operator,
): Promise<DrawPicture> {
  const imagen = await receivePicture(ctx, request)
  return leadDraw(ctx, id, async ({ tx, now }) => {
    await deleteLeftover(tx, imagen.id)
    const row = await tx
      .insertInto('draw_pictures')
      .values({
        ...{ rifa_id: id, imagen: JSON.stringify(imagen), en: now },
        ...{ subida_por: operator.nombre, subida_por_id: operator.id },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id: row.id, imagen }
  })
}
