import type { FastifyInstance } from 'fastify'
import { serve } from '#access/server/serve.ts'
import type { Guard } from '#journal/server/append-entry.ts'
import { refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { SITE_CALLS } from '../calls.ts'
import type { LogoPicture } from '../contract.ts'
import { movesContact } from '../whatsapp.ts'
import { changeSite } from './change-site.ts'
import { readSite } from './read-site.ts'

/** Functions of rooms below this one, handed in by the composition. */
export interface SiteNeighbours {
  guard: Guard
  /** Stores a picture in the sizes of the pages. @throws AppError 422 IMAGEN_INVALIDA */
  storeLogo(bytes: Uint8Array): Promise<LogoPicture>
}

export function siteRoutes(app: FastifyInstance, ctx: Ctx, neighbours: SiteNeighbours): void {
  const read = async () => ({ ajustes: await readSite(ctx) })

  serve(app, ctx, SITE_CALLS, {
    'GET /api/panel/sitio': read,
    'POST /api/panel/sitio': async ({ session, body: { cambios, vistos } }) => {
      const site = await readSite(ctx)
      await neighbours.guard(session, {
        what: 'cambiar las páginas',
        // Buyers ask there how to pay.
        factor: movesContact(site, cambios),
        write: (actor) => changeSite(ctx, cambios, actor, vistos),
      })
      return read()
    },
    'POST /api/panel/sitio/logo': async ({ request }) => {
      const file = request.isMultipart() ? await request.file() : undefined
      if (!file) throw refusal('IMAGEN_INVALIDA', { details: 'Elige una imagen JPG, PNG o WebP.' })
      return { logo: await neighbours.storeLogo(await file.toBuffer()) }
    },
  })
}
