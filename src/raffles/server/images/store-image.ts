import pLimit from 'p-limit'
import type { Sharp } from 'sharp'
import { refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { loadSharp } from '#platform/server/load-sharp.ts'
import { PIXEL_LIMIT } from '#platform/server/pixel-limit.ts'
import { randomId } from '#platform/server/random.ts'
import type { RaffleImage } from '../../contract.ts'
import { type Crop, cropPixels, largestCrop } from '../../image-crop.ts'
import type { ImageFormat } from '../../image-set.ts'
import { IMAGE_FORMATS, imageFileId, openImages } from './image-files.ts'
import { leaveBehind } from './image-store.ts'
import { inspectImage, invalidImage } from './inspect-image.ts'

const WIDTHS = [360, 720, 1080, 1440] as const

/** Pictures rendered simultaneously in the whole process. */
const drawing = pLimit(2)
/** One is read at a time: until it has a screen's size, a picture may take 240 MB, and a WebP on its side 330. */
const reading = pLimit(1)
/** Those and the ones that wait: each takes seconds, so that the last one waits less long than a browser does. */
export const MOST_AT_ONCE = 10

interface Drawing {
  /** Its description, for screen readers. */
  alt: string
  /** The part to keep, null for the largest from the middle; all of it without. */
  recorte?: Crop | null
  /** Whether nothing names it yet: it is written down as left behind before its files exist, and swept unless that mark is deleted. */
  unnamed?: boolean
}

/**
 * Draws a picture in up to four widths as AVIF, WebP and JPEG, without its metadata, when its turn comes.
 * @throws AppError 422 IMAGEN_INVALIDA when it is no JPEG, PNG, WebP or AVIF, is broken, or has over 40 megapixels; 503 IMAGENES_EN_COLA
 */
export async function storeImage(
  ctx: Ctx,
  bytes: Uint8Array,
  { alt, recorte, unnamed = false }: Drawing,
): Promise<RaffleImage> {
  const size = await inspectImage(bytes)
  const part =
    recorte === undefined
      ? { left: 0, top: 0, width: size.ancho, height: size.alto }
      : cropPixels(size, recorte ?? largestCrop(size))
  return inTurn(async () => {
    const { data, info } = await read(bytes, (upright) =>
      cut(upright, size, part).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true }),
    )
    const { width: ancho, height: alto, channels } = info
    const image = { id: randomId(ctx.random), alt, ancho, alto, anchos: widthsFor(ancho) }
    if (unnamed) await ctx.db.write('imagenes', (tx) => leaveBehind(tx, image, ctx.clock.now()))
    const files = await openImages(ctx.config)
    const sharp = await loadSharp()
    for (const width of image.anchos) {
      for (const format of IMAGE_FORMATS) {
        const resized = sharp(data, { raw: { width: ancho, height: alto, channels } }).resize({ width })
        await files.put(imageFileId(image.id, width, format), await encode(resized, format).toBuffer())
      }
    }
    return image
  })
}

/**
 * A part of a picture, at most as wide as the widest that is stored. Resized before it is cropped: so the decoders of JPEG and WebP produce the
 * smaller one directly, with a tenth of the memory.
 */
function cut(upright: Sharp, whole: { ancho: number; alto: number }, part: ReturnType<typeof cropPixels>): Sharp {
  const scale = Math.min(1, WIDTHS[3] / part.width)
  const scaled = (pixels: number) => Math.max(1, Math.round(pixels * scale))
  const [width, height] = [scaled(part.width), scaled(part.height)]
  const [ancho, alto] = [scaled(whole.ancho), scaled(whole.alto)]
  const left = Math.min(Math.round(part.left * scale), ancho - width)
  const top = Math.min(Math.round(part.top * scale), alto - height)
  return upright.resize(ancho, alto, { fit: 'fill' }).extract({ left, top, width, height })
}

/** @throws AppError 422 IMAGEN_INVALIDA */
async function read<T>(bytes: Uint8Array, make: (upright: Sharp) => Promise<T>): Promise<T> {
  const sharp = await loadSharp()
  try {
    return await reading(() => make(sharp(bytes, { limitInputPixels: PIXEL_LIMIT, failOn: 'error' }).autoOrient()))
  } catch {
    throw invalidImage('No pudimos leer la imagen. Prueba con otra.')
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
  const widest = Math.min(original, WIDTHS[3])
  return [...WIDTHS.filter((width) => width < widest), widest]
}

/** Does it when fewer than two others are done. @throws AppError 503 IMAGENES_EN_COLA when too many wait. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (drawing.activeCount + drawing.pendingCount < MOST_AT_ONCE) return drawing(work)
  throw refusal('IMAGENES_EN_COLA')
}
