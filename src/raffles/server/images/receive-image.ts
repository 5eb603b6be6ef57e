import type { FastifyRequest } from 'fastify'
import { refusal } from '#platform/errors.ts'
import { IMAGE_BYTES } from '../../image-contract.ts'
import { invalidImage } from './inspect-image.ts'

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
      if (part.file.truncated) {
        throw refusal('ARCHIVO_MUY_GRANDE', { details: 'La imagen pesa más de 15 MB.' })
      }
    }
  }
  // A browser sends an empty part when no file was chosen.
  if (bytes === null || bytes.length === 0) throw invalidImage('Elige una imagen JPG, PNG, WebP o AVIF.')
  return { fields, bytes }
}
