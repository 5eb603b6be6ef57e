import type { Ctx } from '#platform/server/context.ts'
import { imageAddress, nearestWidth } from '#raffles/image-set.ts'
import { storeImage } from '#raffles/server/images/store-image.ts'
import type { LogoPicture } from '#site/contract.ts'

/** The head of the pages shows it at most 10rem wide: the width for a phone's dense screen is enough. */
const WIDTH = 720

/**
 * Stores a picture like a raffle's, and chooses the size for the logo.
 * @throws AppError 422 IMAGEN_INVALIDA, 503 IMAGENES_EN_COLA
 */
export async function storeLogo(ctx: Ctx, bytes: Uint8Array): Promise<LogoPicture> {
  const image = await storeImage(ctx, bytes, { alt: '' })
  const width = nearestWidth(image, WIDTH)
  return {
    direccion: imageAddress(image, width, 'webp'),
    ancho: width,
    alto: Math.max(1, Math.round((width * image.alto) / image.ancho)),
  }
}
