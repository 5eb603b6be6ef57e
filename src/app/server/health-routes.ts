import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Ctx } from '#platform/server/context.ts'
import { describe } from '#platform/server/http/describe.ts'
import { createReadiness } from '#platform/server/readiness.ts'

const fine = z.object({ ok: z.literal(true) })

/** What whoever watches the server asks: whether it lives, and whether it can sell. */
export function healthRoutes(app: FastifyInstance, ctx: Ctx): void {
  const ready = createReadiness(ctx)
  const answers = { 200: fine }
  app.get(
    '/api/salud',
    { schema: describe({ tag: 'servidor', summary: 'Si el proceso vive y lee su base de datos', answers }) },
    async (_request, reply) => {
      await ctx.db.read.selectFrom('site_settings').select('clave').limit(1).execute()
      return reply.header('cache-control', 'no-store').send({ ok: true })
    },
  )
  app.get(
    '/api/listo',
    {
      schema: describe({
        tag: 'servidor',
        summary: 'Si puede escribir en su base de datos y su carpeta; 503 con la razón si no',
        answers,
      }),
    },
    async (_request, reply) => {
      await ready()
      return reply.header('cache-control', 'no-store').send({ ok: true })
    },
  )
}
