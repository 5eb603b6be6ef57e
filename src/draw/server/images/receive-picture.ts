import type { FastifyRequest } from 'fastify'
import type { Ctx } from '#platform/server/context.ts'
import type { RaffleImage } from '#raffles/contract.ts'
import { leaveBehind } from '#raffles/server/images/image-store.ts'
import { receiveImage } from '#raffles/server/images/receive-image.ts'
import { storeImage } from '#raffles/server/images/store-image.ts'

/**
 * Takes the picture of a form, checks its bytes, and re-encodes it in every size. It is stored as left behind: the operation that keeps it
 * deletes that mark, and the sweeper removes the others.
 * @throws AppError 422 IMAGEN_INVALIDA, 413 ARCHIVO_MUY_GRANDE, 503 IMAGENES_EN_COLA
 */
export async function receivePicture(ctx: Ctx, request: FastifyRequest): Promise<RaffleImage> {
  const { bytes } = await receiveImage(request)
  return storeImage(ctx, bytes, {
    alt: '',
    begin: (left) => ctx.db.write('imagenes', (tx) => leaveBehind(tx, left)),
  })
}
