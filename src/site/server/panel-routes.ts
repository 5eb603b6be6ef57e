import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { describe } from '#platform/server/http/describe.ts'
import { parse } from '#platform/server/http/parse.ts'
import type { LogoPicture } from '../contract.ts'
import { type PageRaffle, type PanelSite, panelSite, siteSave, storedLogo } from '../panel-contract.ts'
import { changeSite } from './change-site.ts'
import { readSite } from './read-site.ts'

/** What lies in rooms below this one, handed in by the composition. */
export interface SiteNeighbours {
  /** The owner who asks, or an error. */
  guard(request: FastifyRequest): Promise<{ nombre: string }>
  listRaffles(): Promise<PageRaffle[]>
  /** Stores a picture in the sizes of the pages. @throws AppError 422 IMAGEN_INVALIDA */
  storeLogo(bytes: Uint8Array): Promise<LogoPicture>
}

/** The settings of the public pages, for owners. */
export function sitePanelRoutes(app: FastifyInstance, ctx: Ctx, neighbours: SiteNeighbours): void {
  const read = async (): Promise<PanelSite> => ({
    ajustes: await readSite(ctx),
    rifas: await neighbours.listRaffles(),
  })

  app.get(
    '/api/panel/sitio',
    { schema: describe({ tag: 'panel', summary: 'Los ajustes de las páginas', answers: { 200: panelSite } }) },
    async (request) => {
      await neighbours.guard(request)
      return read()
    },
  )

  app.post(
    '/api/panel/sitio',
    {
      schema: describe({ tag: 'panel', summary: 'Cambiar ajustes', body: siteSave, answers: { 200: panelSite } }),
    },
    async (request) => {
      const { nombre } = await neighbours.guard(request)
      const { cambios, vistos } = parse(siteSave, request.body)
      const raffles = await neighbours.listRaffles()
      for (const page of ['rifa_a', 'rifa_b'] as const) {
        const id = cambios[page]
        if (id !== undefined && !raffles.some((raffle) => raffle.id === id)) throw unknownRaffle(page)
      }
      await changeSite(ctx, cambios, nombre, vistos)
      return read()
    },
  )

  app.post(
    '/api/panel/sitio/logo',
    { schema: describe({ tag: 'panel', summary: 'Subir un logo', form: true, answers: { 200: storedLogo } }) },
    async (request) => {
      await neighbours.guard(request)
      const file = request.isMultipart() ? await request.file() : undefined
      if (!file) throw new AppError(422, 'IMAGEN_INVALIDA', 'Falta la imagen', 'Elige una imagen JPG, PNG o WebP.')
      return { logo: await neighbours.storeLogo(await file.toBuffer()) }
    },
  )
}

function unknownRaffle(page: 'rifa_a' | 'rifa_b'): AppError {
  return new AppError(422, 'DATOS_INVALIDOS', 'Datos inválidos', 'Esa rifa no existe.', {
    extra: { campos: { [`cambios.${page}`]: 'Esa rifa no existe.' } },
  })
}
