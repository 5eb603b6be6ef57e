import type { FastifyInstance } from 'fastify'
import { done, serve } from '#access/server/serve.ts'
import type { Session } from '#access/server/session.ts'
import type { Actor } from '#journal/actor.ts'
import type { Telling } from '#journal/server/append-entry.ts'
import { guardedChange } from '#operators/server/guarded-change.ts'
import { notFound, refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { IMAGE_CALLS } from '../../calls.ts'
import type { ImageChange, PanelImages } from '../../image-contract.ts'
import type { ImageFormat } from '../../image-set.ts'
import { isShown, noteDeed, requireRaffle } from '../store.ts'
import { addImage, requirePictures } from './add-image.ts'
import { IMAGE_TYPES, imageFileId, openImages } from './image-files.ts'
import { deleteImage, leaveBehind, listImages, requireImage, showImages, shownOf, updateImage } from './image-store.ts'
import { receiveImage } from './inspect-image.ts'

const FILE = /^(\d{1,5})\.(avif|webp|jpg)$/

export function imageRoutes(app: FastifyInstance, ctx: Ctx): void {
  const read = async (id: number): Promise<PanelImages> => ({
    imagenes: (await listImages(ctx.db.read, id)).map((row) => ({ id: row.id, alt: row.alt, imagen: shownOf(row) })),
  })

  const guard = (session: Session, id: number, write: (actor: Telling) => Promise<unknown>) =>
    done(
      guardedChange(ctx, session, { what: 'cambiar las fotos de una rifa publicada', seen: isShown(id), write }),
      () => read(id),
    )

  serve(app, ctx, IMAGE_CALLS, {
    'GET /api/panel/rifas/:id/imagenes': ({ params: { id } }) => done(requireRaffle(ctx.db.read, id), () => read(id)),
    'POST /api/panel/rifas/:id/imagenes': async ({ params: { id }, request, session }) => {
      await requireRaffle(ctx.db.read, id)
      return guard(session, id, async (actor) => addImage(ctx, id, await receiveImage(request), actor))
    },
    'POST /api/panel/rifas/:id/imagenes/orden': ({ params: { id }, body, session }) =>
      guard(session, id, (actor) => orderImages(ctx, id, body.orden, actor)),
    'POST /api/panel/rifas/:id/imagenes/:imagen': ({ params: { id, imagen }, body, session }) =>
      guard(session, id, (actor) => changeImage(ctx, id, imagen, body, actor)),
    'DELETE /api/panel/rifas/:id/imagenes/:imagen': ({ params: { id, imagen }, session }) =>
      guard(session, id, (actor) => removeImage(ctx, id, imagen, actor)),
  })

  // A file of the pages, no call of the API: the content of an address never changes.
  app.get<{ Params: { id: string; file: string } }>(
    '/imagenes/:id/:file',
    { schema: { hide: true } },
    async (request, reply) => {
      const match = FILE.exec(request.params.file)
      if (!match) throw notFound('Esta imagen no existe')
      const [, width, format] = match as unknown as [string, string, ImageFormat]
      const files = await openImages(ctx.config)
      const found = await files.open(imageFileId(request.params.id, Number(width), format))
      if (!found) throw notFound('Esta imagen no existe')
      return reply
        .headers({
          'content-type': IMAGE_TYPES[format],
          'content-length': found.size,
          'cache-control': 'public, max-age=31536000, immutable',
          // Link previews and other sites may show the raffle's picture.
          'cross-origin-resource-policy': 'cross-origin',
        })
        .send(found.stream)
    },
  )
}

/** Another text. @throws AppError 404, 409 ESTADO_NO_PERMITE */
export async function changeImage(ctx: Ctx, rifaId: number, id: number, { alt }: ImageChange, actor: Actor) {
  const now = ctx.clock.now()
  await ctx.db.write(`rifa:${rifaId}`, async (tx) => {
    const raffle = await requirePictures(tx, rifaId)
    const row = await requireImage(tx, rifaId, id)
    if (alt === row.alt) return
    await updateImage(tx, id, { alt, imagen: JSON.stringify({ ...shownOf(row), alt }) })
    await showImages(tx, rifaId)
    await noteDeed({ tx, raffle, now }, actor, 'imagen de la rifa cambiada', {
      imagen: id,
      antes: { alt: row.alt },
      ahora: { alt },
    })
  })
}

/** Removes it from the page immediately; its files follow a week later. @throws AppError 404, 409 ESTADO_NO_PERMITE */
export async function removeImage(ctx: Ctx, rifaId: number, id: number, actor: Actor): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.write(`rifa:${rifaId}`, async (tx) => {
    const raffle = await requirePictures(tx, rifaId)
    const row = await requireImage(tx, rifaId, id)
    await leaveBehind(tx, shownOf(row), now)
    await deleteImage(tx, id)
    await showImages(tx, rifaId)
    await noteDeed({ tx, raffle, now }, actor, 'imagen de la rifa quitada', { imagen: id, alt: row.alt })
  })
}

/** Another order; the first is the main one. @throws AppError 404, 409 ESTADO_NO_PERMITE | IMAGENES_CAMBIARON */
export async function orderImages(ctx: Ctx, rifaId: number, order: readonly number[], actor: Actor): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.write(`rifa:${rifaId}`, async (tx) => {
    const raffle = await requirePictures(tx, rifaId)
    const before = (await listImages(tx, rifaId)).map((row) => row.id)
    const same = before.length === order.length && before.every((id) => order.includes(id))
    if (!same) throw refusal('IMAGENES_CAMBIARON')
    if (before.every((id, place) => id === order[place])) return
    for (const [orden, id] of order.entries()) await updateImage(tx, id, { orden })
    await showImages(tx, rifaId)
    await noteDeed({ tx, raffle, now }, actor, 'orden de las imágenes cambiado', { antes: before, ahora: [...order] })
  })
}
