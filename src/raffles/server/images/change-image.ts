import type { Actor } from '#journal/actor.ts'
import { appendEntry } from '#journal/server/append-entry.ts'
import type { Instant } from '#platform/clock.ts'
import { AppError, notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { RaffleImage } from '../../contract.ts'
import type { ImageChange } from '../../image-contract.ts'
import { requirePictures } from './add-image.ts'
import { widthsOf } from './encode-waiting.ts'
import {
  deleteImage,
  findImage,
  type ImageRow,
  leaveBehind,
  listImages,
  showImages,
  updateImage,
  WAITING,
} from './image-store.ts'
import { invalidImage } from './inspect-image.ts'

/**
 * Another text for it, or another part of it, which is prepared anew; visitors see what they saw until that is ready.
 * @throws AppError 404, 409 ESTADO_NO_PERMITE, 422 IMAGEN_INVALIDA for a cut of what was not kept whole
 */
export async function changeImage(ctx: Ctx, rifaId: number, id: number, change: ImageChange, actor: Actor) {
  const now = ctx.clock.now()
  await ctx.db.write(`rifa:${rifaId}`, async (tx) => {
    const raffle = await requirePictures(tx, rifaId)
    const row = await requireImage(tx, rifaId, id)
    const recorte = change.recorte ? JSON.stringify(change.recorte) : row.recorte
    const alt = change.alt ?? row.alt
    const cut = recorte !== row.recorte
    if (cut && row.original === '')
      throw invalidImage('De esta no guardamos el original. Súbela de nuevo para cortarla.')
    if (!cut && alt === row.alt) return
    if (cut) await dropUnfinished(tx, row, now)
    await updateImage(tx, id, { alt, recorte, imagen: retold(row, alt), ...(cut ? WAITING : {}) })
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

/** Puts one that failed in line again. @throws AppError 404, 409 ESTADO_NO_PERMITE */
export async function retryImage(ctx: Ctx, rifaId: number, id: number): Promise<void> {
  await ctx.db.write(`rifa:${rifaId}`, async (tx) => {
    await requirePictures(tx, rifaId)
    const row = await requireImage(tx, rifaId, id)
    if (row.estado === 'fallida' && row.original !== '') await updateImage(tx, id, WAITING)
  })
}

/** Takes it off the page at once; its files go a week later. @throws AppError 404, 409 ESTADO_NO_PERMITE */
export async function removeImage(ctx: Ctx, rifaId: number, id: number, actor: Actor): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.write(`rifa:${rifaId}`, async (tx) => {
    const raffle = await requirePictures(tx, rifaId)
    const row = await requireImage(tx, rifaId, id)
    await dropUnfinished(tx, row, now)
    const shown = row.imagen === null ? null : (JSON.parse(row.imagen) as RaffleImage)
    if (shown) {
      await leaveBehind(tx, { id: shown.id, clase: 'imagen', anchos: JSON.stringify(shown.anchos), desde: now })
    }
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
      throw new AppError(
        409,
        'IMAGENES_CAMBIARON',
        'Las imágenes cambiaron',
        'Otra persona agregó o quitó una. Mira cómo quedaron y ordénalas de nuevo.',
      )
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

/** Whoever prepares it notices at his next step; what he has written is swept. */
async function dropUnfinished(tx: Sql, row: ImageRow, now: Instant): Promise<void> {
  if (row.en_curso === '') return
  await leaveBehind(tx, { id: row.en_curso, clase: 'imagen', anchos: JSON.stringify(widthsOf(row)), desde: now })
}

function retold(row: ImageRow, alt: string): string | null {
  return row.imagen === null ? null : JSON.stringify({ ...(JSON.parse(row.imagen) as RaffleImage), alt })
}
