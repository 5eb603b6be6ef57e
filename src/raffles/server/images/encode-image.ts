import type { Sharp } from 'sharp'
import type { Files } from '#platform/server/files.ts'
import { loadSharp } from '#platform/server/load-sharp.ts'
import { PIXEL_LIMIT } from '#platform/server/pixel-limit.ts'
import { type Crop, cropPixels } from '../../image-crop.ts'
import type { ImageFormat } from '../../image-set.ts'
import { IMAGE_FORMATS, imageFileId } from './image-files.ts'
import { invalidImage } from './inspect-image.ts'

export const WIDTHS = [360, 720, 1080, 1440] as const
const WHOLE_SIDE = 1_600

/** One at a time in the whole process: a photo of 40 megapixels takes 100 to 330 MB while it is decoded. */
const decoder = atMost(1)

/** A picture that is decoded, cut and no wider than the largest that is stored. */
export interface Decoded {
  dots: Buffer
  width: number
  height: number
  channels: 1 | 2 | 3 | 4
}

/**
 * Decodes a photo once, for all that is made of it.
 * @param crop the part to keep; null for all of it.
 * @throws AppError 422 IMAGEN_INVALIDA for a file that breaks off or lies about itself
 */
export function decodeImage(bytes: Uint8Array, size: { ancho: number; alto: number }, crop: Crop | null) {
  return decoder(async (): Promise<Decoded> => {
    const sharp = await loadSharp()
    try {
      const upright = sharp(bytes, { limitInputPixels: PIXEL_LIMIT, failOn: 'error' }).autoOrient()
      const cut = crop ? upright.extract(cropPixels(size, crop)) : upright
      const { data, info } = await cut
        .resize({ width: WIDTHS[3], withoutEnlargement: true })
        .toColourspace('srgb')
        .raw()
        .toBuffer({ resolveWithObject: true })
      return { dots: data, width: info.width, height: info.height, channels: info.channels as Decoded['channels'] }
    } catch {
      throw invalidImage('No pudimos leer la imagen. Prueba con otra.')
    }
  })
}

/** An original as who cuts it sees it: whole, and no larger than a screen. @throws AppError 422 IMAGEN_INVALIDA */
export function drawWhole(bytes: Uint8Array): Promise<Buffer> {
  return decoder(async () => {
    const sharp = await loadSharp()
    try {
      return await sharp(bytes, { limitInputPixels: PIXEL_LIMIT, failOn: 'error' })
        .autoOrient()
        .resize(WHOLE_SIDE, WHOLE_SIDE, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 80 })
        .toBuffer()
    } catch {
      throw invalidImage('No pudimos leer la imagen. Prueba con otra.')
    }
  })
}

/**
 * Writes a picture in each width as AVIF, WebP and JPEG, without its metadata.
 * @param onStep after each file; what it throws ends the work.
 */
export async function writeImage(
  files: Files,
  id: string,
  { dots, ...raw }: Decoded,
  widths: readonly number[],
  onStep: () => Promise<void> = async () => {},
): Promise<void> {
  const sharp = await loadSharp()
  for (const width of widths) {
    for (const format of IMAGE_FORMATS) {
      const resized = sharp(dots, { raw }).resize({ width, withoutEnlargement: true })
      await files.put(imageFileId(id, width, format), await encode(resized, format).toBuffer())
      await onStep()
    }
  }
}

function encode(picture: Sharp, format: ImageFormat): Sharp {
  switch (format) {
    case 'avif':
      return picture.avif({ quality: 52, effort: 4 })
    case 'webp':
      return picture.webp({ quality: 76 })
    case 'jpg':
      return picture.flatten({ background: '#161d2a' }).jpeg({ quality: 78, mozjpeg: true })
  }
}

/** The widths to store of a picture that wide: never an enlarged one, always at least one. */
export function widthsFor(original: number): number[] {
  const smaller = WIDTHS.filter((width) => width < original)
  return [...smaller.filter((width) => width !== Math.min(original, WIDTHS[3])), Math.min(original, WIDTHS[3])]
}

/** Runs at most `places` of the given works at once; the others wait their turn. */
function atMost(places: number): <T>(work: () => Promise<T>) => Promise<T> {
  let taken = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (taken >= places) await new Promise<void>((resolve) => waiting.push(resolve))
    else taken++
    try {
      return await work()
    } finally {
      // The place goes straight to the next in line, so that nobody slips in between.
      const next = waiting.shift()
      if (next) next()
      else taken--
    }
  }
}
