import type { FastifyRequest } from 'fastify'
import { AppError } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { IncomingFile } from '#platform/server/files.ts'
import { parse } from '#platform/server/http/parse.ts'
import { randomId } from '#platform/server/random.ts'
import { IMAGE_BYTES, type ImageUpload, imageUpload } from '../../image-contract.ts'
import { openImages } from './image-files.ts'
import { leaveBehind } from './image-store.ts'
import { invalidImage } from './inspect-image.ts'

export interface ReceivedImage {
  fields: ImageUpload
  /** Id of the stored file. Its leftover is written down: whoever keeps the file deletes that. */
  original: string
}

/**
 * Reads the form of a picture. The file goes to disk as it arrives, so that slow uploads take no memory.
 * @throws AppError 413 ARCHIVO_MUY_GRANDE, 422 IMAGEN_INVALIDA | DATOS_INVALIDOS
 */
export async function receiveImage(ctx: Ctx, request: FastifyRequest): Promise<ReceivedImage> {
  if (!request.isMultipart()) throw missing()
  const fields: Record<string, string> = {}
  let original: string | null = null
  for await (const part of request.parts({ limits: { fileSize: IMAGE_BYTES, files: 1 } })) {
    if (part.type === 'field') {
      if (typeof part.value === 'string') fields[part.fieldname] = part.value
    } else if (part.fieldname === 'imagen' && original === null) {
      original = await receiveFile(ctx, part.file)
    } else {
      part.file.resume()
    }
  }
  const read = parse(imageUpload, fields)
  if (original === null) throw missing()
  return { fields: read, original }
}

async function receiveFile(ctx: Ctx, upload: AsyncIterable<Buffer> & { truncated: boolean }): Promise<string | null> {
  const files = await openImages(ctx.config)
  const id = randomId(ctx.random)
  let file: IncomingFile | null = null
  try {
    for await (const chunk of upload) {
      file ??= await begin(ctx, files.receive, id)
      await file.write(chunk)
    }
    // An empty part is what a browser sends when no file was chosen.
    if (file === null) return null
    if (upload.truncated) {
      throw new AppError(413, 'ARCHIVO_MUY_GRANDE', 'Imagen demasiado grande', 'La imagen pesa más de 15 MB.')
    }
    await file.commit()
    return id
  } catch (error) {
    await file?.discard()
    throw error
  }
}

/** Written down before it exists: a process that ends here leaves nothing that nobody knows of. */
async function begin(ctx: Ctx, receive: (id: string) => Promise<IncomingFile>, id: string): Promise<IncomingFile> {
  const left = { id, clase: 'original', anchos: '[]', desde: ctx.clock.now() } as const
  await ctx.db.write('imagenes', (tx) => leaveBehind(tx, left))
  return receive(id)
}

function missing(): AppError {
  return invalidImage('Elige una imagen JPG, PNG, WebP o AVIF.')
}
