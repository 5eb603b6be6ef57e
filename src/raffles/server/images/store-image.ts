import type { Ctx } from '#platform/server/context.ts'
import { randomId } from '#platform/server/random.ts'
import type { RaffleImage } from '../../contract.ts'
import { decodeImage, widthsFor, writeImage } from './encode-image.ts'
import { openImages } from './image-files.ts'
import type { Leftover } from './image-store.ts'
import { inspectImage } from './inspect-image.ts'

/**
 * Stores a whole picture in up to four widths, at once: for a logo and for what is set up by command. What an operator
 * sends for a raffle is prepared beside the requests (encode-waiting.ts).
 * @param alt what it shows, for those who cannot see it.
 * @param begin told of its files before there is one: who is not sure to keep them writes them down as left behind.
 * @throws AppError 422 IMAGEN_INVALIDA when it is no JPEG, PNG, WebP or AVIF, is broken, or has over 40 megapixels.
 */
export async function storeImage(
  ctx: Ctx,
  bytes: Uint8Array,
  alt: string,
  begin: (left: Leftover) => Promise<void> = async () => {},
): Promise<RaffleImage> {
  const size = await inspectImage(bytes)
  const decoded = await decodeImage(bytes, size, null)
  const id = randomId(ctx.random)
  const anchos = widthsFor(size.ancho)
  await begin({ id, clase: 'imagen', anchos: JSON.stringify(anchos), desde: ctx.clock.now() })
  await writeImage(await openImages(ctx.config), id, decoded, anchos)
  return { id, alt, ...size, anchos }
}
