import type { FastifyRequest } from 'fastify'
import { AppError } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { RaffleImage } from '#raffles/contract.ts'
import { IMAGE_BYTES } from '#raffles/image-contract.ts'
import { leaveBehind } from '#raffles/server/images/image-store.ts'
import { storeImage } from '#raffles/server/images/store-image.ts'

/**
 * Takes the picture of a form, looks at its bytes, and draws it anew in every size. It is written down as left behind: who keeps it deletes
 * that, and what nobody keeps is swept.
 * @throws AppError 422 IMAGEN_INVALIDA, 413 ARCHIVO_MUY_GRANDE
 */
export async function receivePicture(ctx: Ctx, request: FastifyRequest): Promise<RaffleImage> {
  const file = request.isMultipart() ? await request.file({ limits: { fileSize: IMAGE_BYTES, files: 1 } }) : undefined
  if (!file) throw new AppError(422, 'IMAGEN_INVALIDA', 'Falta la imagen', 'Elige una imagen JPG, PNG o WebP.')
  return storeImage(ctx, await file.toBuffer(), '', (left) => ctx.db.write('imagenes', (tx) => leaveBehind(tx, left)))
}
