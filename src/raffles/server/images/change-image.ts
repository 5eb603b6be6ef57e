import type { Actor } from '#journal/actor.ts'
import { appendEntry } from '#journal/server/append-entry.ts'
import type { Instant } from '#platform/clock.ts'
import { notFound, refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { RaffleImage } from '../../contract.ts'
import type { ImageChange } from '../../image-contract.ts'
import type { Crop } from '../../image-crop.ts'
import { requirePictures } from './add-image.ts'
import { openImages } from './image-files.ts'
import {
  deleteImage,
  deleteLeftover,
  findImage,
  type ImageRow,
  type Leftover,
  leaveBehind,
  listImages,
  showImages,
  updateImage,
} from './image-store.ts'
import { invalidImage } from './inspect-image.ts'
import { drawImage } from './store-image.ts'

/**
 * Another text, or another part of it, which is rendered first; visitors see the old one until then. A picture that was never rendered is now.
 * @throws AppError 404, 409 ESTADO_NO_PERMITE, 422 IMAGEN_INVALIDA for a crop of one that was not kept whole, 503 IMAGENES_EN_COLA
 */
export async function changeImage(ctx: Ctx, rifaId: number, id: number, change: ImageChange, actor: Actor) {
  const seen = await findImage(ctx.db.read, rifaId, id)
  const drawn = seen ? await drawAnew(ctx, seen, change.recorte) : null
  const now = ctx.clock.now()
  await ctx.db.write(`rifa:${rifaId}`, async (tx) => {
    const raffle = await requirePictures(tx, rifaId)
    const row = await requireImage(tx, rifaId, id)
    const alt = change.alt ?? row.alt
    if (!drawn && alt === row.alt) return
    const recorte = drawn ? JSON.stringify(change.recorte) : row.recorte
    const before = shownOf(row)
    if (drawn && before) await leaveImage(tx, before, now)
    if (drawn) await deleteLeftover(tx, drawn.id)
    const imagen = drawn ?? before
    await updateImage(tx, id, { alt, recorte, imagen: imagen && JSON.stringify({ ...imagen, alt }) })
    await showImages(tx, rifaId)
    await appendEntry(tx, {
      ambito: `rifa:${rifaId}`,
      en: now,
      actor,
      accion: 'imagen de la rifa cambiada',
      rifa_id: rifaId,
      datos: {
        nombre: raffle.titulo,
        imagen: id,
        antes: { alt: row.alt, recorte: row.recorte },
        ahora: { alt, recorte },
      },
    })
  })
}

/** @returns null where that part is shown already. */
async function drawAnew(ctx: Ctx, row: ImageRow, recorte: Crop | undefined): Promise<RaffleImage | null> {
  if (!recorte || (row.imagen !== null && JSON.stringify(recorte) === row.recorte)) return null
  const { original, alt } = row
  const bytes = original === '' ? null : await (await openImages(ctx.config)).read(original)
  if (!bytes) throw invalidImage('De esta no guardamos el original. Súbela de nuevo para cortarla.')
  const begin = (left: Leftover) => ctx.db.write('imagenes', (tx) => leaveBehind(tx, left))
  return drawImage(ctx, bytes, row, { alt, recorte, original, begin })
}

/** Removes it from the page immediately; its files follow a week later. @throws AppError 404, 409 ESTADO_NO_PERMITE */
export async function removeImage(ctx: Ctx, rifaId: number, id: number, actor: Actor): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.write(`rifa:${rifaId}`, async (tx) => {
    const raffle = await requirePictures(tx, rifaId)
    const row = await requireImage(tx, rifaId, id)
    const shown = shownOf(row)
    if (shown) await leaveImage(tx, shown, now)
    if (row.original !== '') {
      await leaveBehind(tx, { id: row.original, clase: 'original', anchos: '[]', desde: now })
    }
    await deleteImage(tx, id)
    await showImages(tx, rifaId)
    await appendEntry(tx, {
      ambito: `rifa:${rifaId}`,
      en: now,
      actor,
      accion: 'imagen de la rifa quitada',
      rifa_id: rifaId,
      datos: { nombre: raffle.titulo, imagen: id, alt: row.alt },
    })
  })
}

/** Another order; the first is the main one. @throws AppError 404, 409 ESTADO_NO_PERMITE | IMAGENES_CAMBIARON */
export async function orderImages(ctx: Ctx, rifaId: number, order: readonly number[], actor: Actor): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.write(`rifa:${rifaId}`, async (tx) => {
    const raffle = await requirePictures(tx, rifaId)
    const before = (await listImages(tx, rifaId)).map((row) => row.id)
    const same = before.length === order.length && before.every((id) => order.includes(id))
    if (!same) {
      throw refusal('IMAGENES_CAMBIARON')
    }
    if (before.every((id, place) => id === order[place])) return
    for (const [orden, id] of order.entries()) await updateImage(tx, id, { orden })
    await showImages(tx, rifaId)
    await appendEntry(tx, {
      ambito: `rifa:${rifaId}`,
      en: now,
      actor,
      accion: 'orden de las imágenes cambiado',
      rifa_id: rifaId,
      datos: { nombre: raffle.titulo, antes: before, ahora: [...order] },
    })
  })
}

async function requireImage(tx: Sql, rifaId: number, id: number): Promise<ImageRow> {
  const row = await findImage(tx, rifaId, id)
  if (!row) throw notFound('Esta imagen no existe')
  return row
}

function shownOf({ imagen }: ImageRow): RaffleImage | null {
  return imagen === null ? null : (JSON.parse(imagen) as RaffleImage)
}

function leaveImage(tx: Sql, { id, anchos }: RaffleImage, desde: Instant): Promise<void> {
  return leaveBehind(tx, { id, clase: 'imagen', anchos: JSON.stringify(anchos), desde })
}
