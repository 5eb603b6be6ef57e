import type { Actor } from '#journal/actor.ts'
import { appendEntry } from '#journal/server/append-entry.ts'
import type { Instant } from '#platform/clock.ts'
import { AppError, isRefusal, notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { RaffleImage } from '../../contract.ts'
import { MOST_IMAGES } from '../../image-contract.ts'
import { largestCrop } from '../../image-crop.ts'
import { frozen } from '../settled.ts'
import { openImages } from './image-files.ts'
import {
  deleteLeftover,
  findByKey,
  type ImageRow,
  insertImage,
  listImages,
  lockPictures,
  showImages,
  WAITING,
} from './image-store.ts'
import { inspectImage } from './inspect-image.ts'
import type { ReceivedImage } from './receive-image.ts'

/**
 * Puts a received picture at the end of the raffle's and in line for its preparation, which happens beside the requests.
 * Sending it twice adds one.
 * @throws AppError 404, 409 DEMASIADAS_IMAGENES | ESTADO_NO_PERMITE, 422 IMAGEN_INVALIDA | CLAVE_REUTILIZADA
 */
export async function addImage(ctx: Ctx, rifaId: number, received: ReceivedImage, actor: Actor): Promise<void> {
  const { fields, original } = received
  const files = await openImages(ctx.config)
  const bytes = await files.read(original)
  if (!bytes) throw new Error('the received file is gone')
  try {
    const size = await inspectImage(bytes)
    const recorte = fields.recorte ?? largestCrop(size)
    const now = ctx.clock.now()
    const kept = await ctx.db.write(`rifa:${rifaId}`, async (tx) => {
      const raffle = await requirePictures(tx, rifaId)
      const earlier = await findByKey(tx, fields.clave)
      if (earlier) return refuseOther(earlier, rifaId)
      const images = await listImages(tx, rifaId)
      if (images.length >= MOST_IMAGES) throw tooMany()
      await deleteLeftover(tx, original)
      const id = await insertImage(tx, {
        ...newRow(rifaId, fields.clave, now),
        orden: nextPlace(images),
        alt: fields.alt,
        original,
        ...size,
        recorte: JSON.stringify(recorte),
      })
      await appendEntry(tx, {
        ambito: `rifa:${rifaId}`,
        en: now,
        actor,
        accion: 'imagen de la rifa agregada',
        rifa_id: rifaId,
        datos: { nombre: raffle.titulo, imagen: id, alt: fields.alt },
      })
      return true
    })
    if (!kept) await files.remove(original)
  } catch (error) {
    // After any other failure the row may be there all the same: then the sweep finds out.
    if (isRefusal(error)) await files.remove(original)
    throw error
  }
}

/** The raffle, locked for a change of its pictures. @throws AppError 404, 409 RIFA_CONGELADA, 409 ESTADO_NO_PERMITE when it is put away */
export async function requirePictures(tx: Sql, rifaId: number) {
  const raffle = await lockPictures(tx, rifaId)
  if (!raffle) throw notFound('Esta rifa no existe')
  if (raffle.congelada_en !== null) throw frozen()
  if (raffle.archivada_en !== null) {
    throw new AppError(409, 'ESTADO_NO_PERMITE', 'La rifa está archivada', 'Recupérala para cambiar sus imágenes.', {
      extra: { estado: raffle.estado },
    })
  }
  return raffle
}

/** What is prepared already, as the pictures of the sample raffles are. */
export async function addStoredImage(tx: Sql, rifaId: number, image: RaffleImage, clave: string, now: Instant) {
  await insertImage(tx, {
    ...newRow(rifaId, clave, now),
    estado: 'lista',
    alt: image.alt,
    ancho: image.ancho,
    alto: image.alto,
    imagen: JSON.stringify(image),
  })
  await showImages(tx, rifaId)
}

/** The pictures of a raffle for its copy: the same files, and what is not prepared yet is prepared for both. */
export async function copyImages(tx: Sql, from: number, to: number, clave: string, now: Instant): Promise<void> {
  for (const { id: _, ...image } of await listImages(tx, from)) {
    const ready = image.estado === 'lista'
    await insertImage(tx, {
      ...image,
      ...WAITING,
      estado: ready ? 'lista' : 'esperando',
      rifa_id: to,
      clave: `${clave}:${image.orden}`,
      creada_en: now,
    })
  }
  await showImages(tx, to)
}

function newRow(rifaId: number, clave: string, now: Instant): Omit<ImageRow, 'id'> {
  const whole = { ancho: 1, alto: 1, recorte: '', original: '', imagen: null, pasos: 1 }
  return { ...WAITING, ...whole, rifa_id: rifaId, clave, orden: 0, alt: '', creada_en: now }
}

function nextPlace(images: readonly ImageRow[]): number {
  return Math.max(-1, ...images.map(({ orden }) => orden)) + 1
}

function refuseOther(earlier: ImageRow, rifaId: number): false {
  if (earlier.rifa_id === rifaId) return false
  throw new AppError(422, 'CLAVE_REUTILIZADA', 'Esa imagen ya se envió', 'Recarga la página y elígela de nuevo.')
}

function tooMany(): AppError {
  return new AppError(409, 'DEMASIADAS_IMAGENES', 'Ya hay 7 imágenes', 'Quita una para agregar otra.')
}
