import type { Ctx } from '#platform/server/context.ts'
import { randomId } from '#platform/server/random.ts'
import type { RaffleImage } from '../../contract.ts'
import { decodeImage, widthsFor, writeImage } from './encode-image.ts'
import { openImages } from './image-files.ts'
import { inspectImage } from './inspect-image.ts'

/**
 * Stores a whole picture in up to four widths, at once: for a logo and for what is set up by command. What an operator
 * sends for a raffle is prepared beside the requests (encode-waiting.ts).
 * @param alt what it shows, for those who cannot see it.
 * @throws AppError 422 IMAGEN_INVALIDA when it is no JPEG, PNG, WebP or AVIF, is broken, or has over 40 megapixels.
 */
export async function storeImage(ctx: Ctx, bytes: Uint8Array, alt: string): Promise<RaffleImage> {
  const size = await inspectImage(bytes)
  const decoded = await decodeImage(bytes, size, null)
  const id = randomId(ctx.random)
  const anchos = widthsFor(size.ancho)
  await writeImage(await openImages(ctx.config), id, decoded, anchos)
  return { id, alt, ...size, anchos }
}
