import type { FastifyRequest } from 'fastify'
import { type AppError, refusal } from '#platform/errors.ts'
import { loadSharp } from '#platform/server/load-sharp.ts'
import { PIXEL_LIMIT } from '#platform/server/pixel-limit.ts'
import { IMAGE_BYTES } from '../../image-contract.ts'

/** The decoder of AVIF takes 20 bytes a pixel, five times as much as the others: 240 MB for this. */
const AVIF_PIXEL_LIMIT = 12_000_000
const ACCEPTED = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/avif'])
/**
 * Sixteen bits a colour, interlaced or progressive, and on its side: each keeps more of it in memory. With two of them 40 megapixels
 * took up to 614 MB, and this 307.
 */
const HEAVY_PIXEL_LIMIT = 20_000_000
/** Bytes that show a file's type. */
const HEAD = 4_100

/**
 * Reads the type and size in a file's head, and decodes nothing. A file that is no picture never reaches the decoder.
 * @returns its size in pixels, upright: phones store photos on their side and note that in the metadata.
 * @throws AppError 422 IMAGEN_INVALIDA
 */
export async function inspectImage(bytes: Uint8Array): Promise<{ ancho: number; alto: number }> {
  const type = await (await import('file-type')).fileTypeFromBuffer(bytes.subarray(0, HEAD))
  if (!ACCEPTED.has(type?.mime ?? '')) throw invalidImage('Sube una foto JPG, PNG, WebP o AVIF.')
  const sharp = await loadSharp()
  const found = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  // A HEIC photo of an iPhone can call itself AVIF.
  if (!found || (found.format === 'heif' && found.compression !== 'av1')) {
    throw invalidImage('No pudimos leer la imagen. Prueba con otra.')
  }
  if (found.width * found.height > PIXEL_LIMIT) throw invalidImage('La imagen tiene más de 40 megapíxeles.')
  if (found.format === 'heif' && found.width * found.height > AVIF_PIXEL_LIMIT) {
    throw invalidImage('En AVIF caben hasta 12 megapíxeles. Súbela en JPG.')
  }
  const sideways = (found.orientation ?? 1) >= 5
  const heavy = [found.depth === 'ushort', found.isProgressive, sideways].filter(Boolean).length > 1
  if (heavy && found.width * found.height > HEAVY_PIXEL_LIMIT) {
    throw invalidImage('De esta clase caben hasta 20 megapíxeles. Súbela más pequeña, en JPG.')
  }
  return sideways ? { ancho: found.height, alto: found.width } : { ancho: found.width, alto: found.height }
}

export function invalidImage(details: string): AppError {
  return refusal('IMAGEN_INVALIDA', { error: 'La imagen no sirve', details })
}

/**
 * Reads the form of a picture, whatever its file is called.
 * @returns its bytes, which nobody has looked at, and its other fields.
 * @throws AppError 413 ARCHIVO_MUY_GRANDE, 422 IMAGEN_INVALIDA without a picture
 */
export async function receiveImage(request: FastifyRequest) {
  const fields: Record<string, string> = {}
  let bytes: Buffer | null = null
  const parts = request.isMultipart() ? request.parts({ limits: { fileSize: IMAGE_BYTES, files: 1 } }) : []
  for await (const part of parts) {
    if (part.type === 'field') {
      if (typeof part.value === 'string') fields[part.fieldname] = part.value
    } else {
      bytes = await part.toBuffer()
      if (part.file.truncated) throw refusal('ARCHIVO_MUY_GRANDE', { details: 'La imagen pesa más de 15 MB.' })
    }
  }
  // A browser sends an empty part when no file was chosen.
  if (bytes === null || bytes.length === 0) throw invalidImage('Elige una imagen JPG, PNG, WebP o AVIF.')
  return { fields, bytes }
}
