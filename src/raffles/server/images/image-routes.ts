import type { FastifyInstance } from 'fastify'
import { notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { ImageFormat } from '../../image-set.ts'
import { IMAGE_TYPES, imageFileId, openImages } from './image-files.ts'

const FILE = /^(\d{1,5})\.(avif|webp|jpg)$/

/** `GET /imagenes/{id}/{width}.{avif|webp|jpg}`: what is at an address never changes. */
export function imageRoutes(app: FastifyInstance, ctx: Ctx): void {
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
