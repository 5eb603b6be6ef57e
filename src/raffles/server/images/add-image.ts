import type { Actor } from '#journal/actor.ts'
import type { Instant } from '#platform/clock.ts'
import { isRefusal, notFound, refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { parse } from '#platform/server/http/parse.ts'
import type { RaffleImage } from '../../contract.ts'
import { imageUpload, MOST_IMAGES } from '../../image-contract.ts'
import { noteDeed } from '../store.ts'
import { dropLeftover } from './image-files.ts'
import { deleteLeftover, findByKey, insertImage, listImages, lockPictures, showImages } from './image-store.ts'
import type { receiveImage } from './inspect-image.ts'
import { storeImage } from './store-image.ts'

/**
 * Draws a received picture and puts it at the end of the raffle's, where visitors see it from then on. Sending it twice adds one.
 * @throws AppError 404, 409 DEMASIADAS_IMAGENES | ESTADO_NO_PERMITE, 422 IMAGEN_INVALIDA | CLAVE_REUTILIZADA | DATOS_INVALIDOS, 503 IMAGENES_EN_COLA
 */
export async function addImage(
  ctx: Ctx,
  rifaId: number,
  received: Awaited<ReturnType<typeof receiveImage>>,
  actor: Actor,
): Promise<void> {
  const fields = parse(imageUpload, received.fields)
  if (await wasSent(ctx.db.read, rifaId, fields.clave)) return
  const { clave, alt, recorte = null } = fields
  const imagen = await storeImage(ctx, received.bytes, { alt, recorte, unnamed: true })
  const now = ctx.clock.now()
  const add = async (tx: Sql) => {
    const raffle = await requirePictures(tx, rifaId)
    if (await wasSent(tx, rifaId, clave)) return false
    const images = await listImages(tx, rifaId)
    if (images.length >= MOST_IMAGES) throw refusal('DEMASIADAS_IMAGENES')
    await deleteLeftover(tx, imagen.id)
    const orden = Math.max(-1, ...images.map((one) => one.orden)) + 1
    const id = await insertImage(tx, {
      rifa_id: rifaId,
      clave,
      orden,
      alt,
      imagen: JSON.stringify(imagen),
      creada_en: now,
    })
    await showImages(tx, rifaId)
    await noteDeed({ tx, raffle, now }, actor, 'imagen de la rifa agregada', { imagen: id, alt })
    return true
  }
  try {
    if (!(await ctx.db.write(`rifa:${rifaId}`, add))) await dropLeftover(ctx, imagen)
  } catch (error) {
    // After any other failure the row may be there all the same: then the sweep finds out.
    if (isRefusal(error)) await dropLeftover(ctx, imagen)
    throw error
  }
}

/** The raffle, locked for a change of its pictures. @throws AppError 404, 409 RIFA_CONGELADA, 409 ESTADO_NO_PERMITE when it is put away */
export async function requirePictures(tx: Sql, rifaId: number) {
  const raffle = await lockPictures(tx, rifaId)
  if (!raffle) throw notFound('Esta rifa no existe')
  if (raffle.congelada_en !== null) throw refusal('RIFA_CONGELADA')
  if (raffle.archivada_en !== null) {
    throw refusal('ESTADO_NO_PERMITE', {
      error: 'La rifa está archivada',
      details: 'Recupérala para cambiar sus imágenes.',
      estado: raffle.estado,
    })
  }
  return raffle
}

/** Adds a picture that is prepared already, such as those of the sample raffles. */
export async function addStoredImage(tx: Sql, rifaId: number, image: RaffleImage, clave: string, now: Instant) {
  await insertImage(tx, {
    rifa_id: rifaId,
    clave,
    orden: 0,
    alt: image.alt,
    imagen: JSON.stringify(image),
    creada_en: now,
  })
  await showImages(tx, rifaId)
}

/** The pictures of a raffle for its copy, of the same files. */
export async function copyImages(tx: Sql, from: number, to: number, clave: string, now: Instant): Promise<void> {
  for (const { id: _, ...image } of await listImages(tx, from)) {
    await insertImage(tx, { ...image, rifa_id: to, clave: `${clave}:${image.orden}`, creada_en: now })
  }
  await showImages(tx, to)
}

/** @throws AppError 422 CLAVE_REUTILIZADA when it was sent for another raffle. */
async function wasSent(sql: Sql, rifaId: number, clave: string): Promise<boolean> {
  const earlier = await findByKey(sql, clave)
  if (!earlier || earlier.rifa_id === rifaId) return earlier !== undefined
  throw refusal('CLAVE_REUTILIZADA', {
    error: 'Esa imagen ya se envió',
    details: 'Recarga la página y elígela de nuevo.',
  })
}
