import type { FastifyInstance } from 'fastify'
import { serve } from '#access/server/serve.ts'
import type { Session } from '#access/server/session.ts'
import type { Telling } from '#journal/server/append-entry.ts'
import { guardedChange } from '#operators/server/guarded-change.ts'
import { notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { IMAGE_CALLS } from '../../calls.ts'
import type { RaffleImage } from '../../contract.ts'
import type { PanelImage, PanelImages } from '../../image-contract.ts'
import type { Crop } from '../../image-crop.ts'
import type { ImageFormat } from '../../image-set.ts'
import { isShown, requireRaffle } from '../store.ts'
import { addImage } from './add-image.ts'
import { changeImage, orderImages, removeImage } from './change-image.ts'
import { IMAGE_TYPES, imageFileId, openImages, wholeFileId } from './image-files.ts'
import { findImage, type ImageRow, listImages } from './image-store.ts'
import { receiveImage } from './receive-image.ts'

const FILE = /^(\d{1,5})\.(avif|webp|jpg)$/

export function imageRoutes(app: FastifyInstance, ctx: Ctx): void {
  const read = async (id: number): Promise<PanelImages> => ({
    imagenes: (await listImages(ctx.db.read, id)).map(describeImage),
  })

  const guard = <T>(session: Session, id: number, write: (actor: Telling) => Promise<T>) =>
    guardedChange(ctx, session, { what: 'cambiar las fotos de una rifa publicada', seen: isShown(id), write })

  serve(app, ctx, IMAGE_CALLS, {
    'GET /api/panel/rifas/:id/imagenes': async ({ params: { id } }) => {
      await requireRaffle(ctx.db.read, id)
      return read(id)
    },
    'POST /api/panel/rifas/:id/imagenes': async ({ params: { id }, request, session }) => {
      await requireRaffle(ctx.db.read, id)
      await guard(session, id, async (actor) => addImage(ctx, id, await receiveImage(request), actor))
      return read(id)
    },
    'POST /api/panel/rifas/:id/imagenes/orden': async ({ params: { id }, body, session }) => {
      await guard(session, id, (actor) => orderImages(ctx, id, body.orden, actor))
      return read(id)
    },
    'POST /api/panel/rifas/:id/imagenes/:imagen': async ({ params: { id, imagen }, body, session }) => {
      await guard(session, id, (actor) => changeImage(ctx, id, imagen, body, actor))
      return read(id)
    },
    'DELETE /api/panel/rifas/:id/imagenes/:imagen': async ({ params: { id, imagen }, session }) => {
      await guard(session, id, (actor) => removeImage(ctx, id, imagen, actor))
      return read(id)
    },
    'GET /api/panel/rifas/:id/imagenes/:imagen/entera': async ({ params, reply }) => {
      const row = await findImage(ctx.db.read, params.id, params.imagen)
      const found = row && (await (await openImages(ctx.config)).open(wholeFileId(row.original)))
      if (!found) throw notFound('Esta imagen no existe')
      return reply.headers({ 'content-type': 'image/webp', 'content-length': found.size }).send(found.stream)
    },
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

function describeImage(row: ImageRow): PanelImage {
  const { id, alt, ancho, alto } = row
  return {
    ...{ id, alt, ancho, alto },
    recorte: row.recorte === '' ? null : (JSON.parse(row.recorte) as Crop),
    imagen: row.imagen === null ? null : (JSON.parse(row.imagen) as RaffleImage),
  }
}
