import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { signedIn } from '#access/server/guard.ts'
import { notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { describe } from '#platform/server/http/describe.ts'
import { parse } from '#platform/server/http/parse.ts'
import { pathId } from '#platform/whole-number.ts'
import type { RaffleImage } from '../../contract.ts'
import { imageChange, imageOrder, type PanelImage, type PanelImages, panelImages } from '../../image-contract.ts'
import type { Crop } from '../../image-crop.ts'
import { findRaffle } from '../store.ts'
import { addImage } from './add-image.ts'
import { changeImage, orderImages, removeImage, retryImage } from './change-image.ts'
import { openImages, wholeFileId } from './image-files.ts'
import { findImage, type ImageRow, listImages } from './image-store.ts'
import { receiveImage } from './receive-image.ts'

const ofRaffle = z.object({ id: pathId })
const ofImage = z.object({ id: pathId, imagen: pathId })
const answers = { 200: panelImages }
const tag = 'panel'

/** The pictures of a raffle: owners change them, everybody of the panel sees how far they are. */
export function raffleImagesRoutes(app: FastifyInstance, ctx: Ctx): void {
  const owner = (request: FastifyRequest) => signedIn(ctx, request, 'dueno')
  const read = async (id: number): Promise<PanelImages> => ({
    imagenes: (await listImages(ctx.db.read, id)).map(describeImage),
  })

  app.get(
    '/api/panel/rifas/:id/imagenes',
    { schema: describe({ tag, summary: 'Las imágenes de una rifa', params: ofRaffle, answers }) },
    async (request) => {
      await signedIn(ctx, request)
      const { id } = readPath(ofRaffle, request)
      if (!(await findRaffle(ctx.db.read, id))) throw notFound('Esta rifa no existe')
      return read(id)
    },
  )

  app.post(
    '/api/panel/rifas/:id/imagenes',
    {
      schema: describe({
        tag,
        summary: 'Subir una imagen, que se prepara aparte',
        params: ofRaffle,
        form: true,
        answers: { 202: panelImages },
      }),
    },
    async (request, reply) => {
      const { nombre } = await owner(request)
      const { id } = readPath(ofRaffle, request)
      if (!(await findRaffle(ctx.db.read, id))) throw notFound('Esta rifa no existe')
      await addImage(ctx, id, await receiveImage(ctx, request), nombre)
      return reply.status(202).send(await read(id))
    },
  )

  app.post(
    '/api/panel/rifas/:id/imagenes/orden',
    { schema: describe({ tag, summary: 'Ordenarlas', params: ofRaffle, body: imageOrder, answers }) },
    async (request) => {
      const { nombre } = await owner(request)
      const { id } = readPath(ofRaffle, request)
      await orderImages(ctx, id, parse(imageOrder, request.body).orden, nombre)
      return read(id)
    },
  )

  app.post(
    '/api/panel/rifas/:id/imagenes/:imagen',
    {
      schema: describe({
        tag,
        summary: 'Cortarla de otra forma o decir qué muestra',
        params: ofImage,
        body: imageChange,
        answers,
      }),
    },
    async (request) => {
      const { nombre } = await owner(request)
      const { id, imagen } = readPath(ofImage, request)
      await changeImage(ctx, id, imagen, parse(imageChange, request.body), nombre)
      return read(id)
    },
  )

  app.post(
    '/api/panel/rifas/:id/imagenes/:imagen/reintentar',
    { schema: describe({ tag, summary: 'Preparar de nuevo una que falló', params: ofImage, answers }) },
    async (request) => {
      await owner(request)
      const { id, imagen } = readPath(ofImage, request)
      await retryImage(ctx, id, imagen)
      return read(id)
    },
  )

  app.delete(
    '/api/panel/rifas/:id/imagenes/:imagen',
    { schema: describe({ tag, summary: 'Quitarla', params: ofImage, answers }) },
    async (request) => {
      const { nombre } = await owner(request)
      const { id, imagen } = readPath(ofImage, request)
      await removeImage(ctx, id, imagen, nombre)
      return read(id)
    },
  )

  app.get('/api/panel/rifas/:id/imagenes/:imagen/entera', { schema: { hide: true } }, async (request, reply) => {
    await owner(request)
    const { id, imagen } = readPath(ofImage, request)
    const row = await findImage(ctx.db.read, id, imagen)
    const found = row && (await (await openImages(ctx.config)).open(wholeFileId(row.original)))
    if (!found) throw notFound('Esta imagen no existe')
    return reply.headers({ 'content-type': 'image/webp', 'content-length': found.size }).send(found.stream)
  })
}

function describeImage(row: ImageRow): PanelImage {
  const { id, alt, estado, hechas, pasos, problema, ancho, alto } = row
  return {
    id,
    alt,
    estado,
    hechas,
    pasos,
    problema,
    ancho,
    alto,
    recorte: row.recorte === '' ? null : (JSON.parse(row.recorte) as Crop),
    imagen: row.imagen === null ? null : (JSON.parse(row.imagen) as RaffleImage),
  }
}

function readPath<Path>(schema: z.ZodType<Path>, request: FastifyRequest): Path {
  const { data } = schema.safeParse(request.params)
  if (!data) throw notFound('Esta imagen no existe')
  return data
}
