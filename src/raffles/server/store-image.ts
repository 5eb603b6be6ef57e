import { createHash } from 'node:crypto'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { AppError } from '#platform/errors.ts'
import type { Config } from '#platform/server/config.ts'
import type { Ctx } from '#platform/server/context.ts'
import { type Files, openDiskFiles } from '#platform/server/files.ts'
import { randomId } from '#platform/server/random.ts'
import type { RaffleImage } from '../contract.ts'
import type { ImageFormat } from '../image-set.ts'

const WIDTHS = [360, 720, 1080, 1440] as const
/** A 776 kB PNG of 16,000 × 16,000 would take 824 MB to decode. */
const PIXEL_LIMIT = 40_000_000
const ACCEPTED = new Set(['jpeg', 'png', 'webp', 'heif'])

export const IMAGE_TYPES: Record<ImageFormat, string> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }

const opened = new Map<string, Promise<Files>>()

/** Pictures are public and belong to raffles: they stand apart from the proofs, whose orphans are swept. */
export function openImages(config: Pick<Config, 'dataDir'>): Promise<Files> {
  const folder = join(config.dataDir, 'imagenes')
  let files = opened.get(folder)
  if (!files) {
    files = openDiskFiles(folder)
    opened.set(folder, files)
  }
  return files
}

/** The id of the stored file of one width and format of an image. */
export function imageFileId(id: string, width: number, format: ImageFormat): string {
  return createHash('sha256').update(`${id}:${width}.${format}`).digest('base64url').slice(0, 22)
}

/**
 * Stores a picture of the operator in up to four widths, each as AVIF, WebP and JPEG, without its metadata.
 * @param alt what it shows, for those who cannot see it.
 * @throws AppError 422 IMAGEN_INVALIDA when it is no JPEG, PNG, WebP or HEIF, is broken, or has over 40 megapixels.
 */
export async function storeImage(ctx: Ctx, bytes: Uint8Array, alt: string): Promise<RaffleImage> {
  const source = sharp(bytes, { limitInputPixels: PIXEL_LIMIT, failOn: 'error' })
  const found = await source.metadata().catch(() => null)
  if (!found || !ACCEPTED.has(found.format)) throw invalid('Sube una foto JPG, PNG o WebP.')
  if (found.width * found.height > PIXEL_LIMIT) throw invalid('La imagen tiene más de 40 megapíxeles.')

  const id = randomId(ctx.random)
  const files = await openImages(ctx.config)
  // Phones store photos lying on their side and say so in the metadata, which is not kept.
  const sideways = (found.orientation ?? 1) >= 5
  const ancho = sideways ? found.height : found.width
  const alto = sideways ? found.width : found.height
  const anchos = widthsFor(ancho)
  try {
    for (const width of anchos) {
      const resized = source.clone().rotate().resize({ width, withoutEnlargement: true })
      const encoders: [ImageFormat, Sharp][] = [
        ['avif', resized.clone().avif({ quality: 52, effort: 4 })],
        ['webp', resized.clone().webp({ quality: 76 })],
        ['jpg', resized.clone().flatten({ background: '#161d2a' }).jpeg({ quality: 78, mozjpeg: true })],
      ]
      // One after the other: each decodes the whole photo, and what three need at once is never given back.
      for (const [format, encoder] of encoders)
        await files.put(imageFileId(id, width, format), await encoder.toBuffer())
    }
  } catch {
    throw invalid('No pudimos leer la imagen. Prueba con otra.')
  }
  return { id, alt, ancho, alto, anchos }
}

/** The widths to store of a picture that wide: never an enlarged one, always at least one. */
export function widthsFor(original: number): number[] {
  const smaller = WIDTHS.filter((width) => width < original)
  const largest = Math.min(original, WIDTHS[WIDTHS.length - 1] ?? original)
  return [...smaller.filter((width) => width !== largest), largest]
}

function invalid(details: string): AppError {
  return new AppError(422, 'IMAGEN_INVALIDA', 'La imagen no sirve', details)
}
