import type { FastifyInstance } from 'fastify'
import type { Operator } from '#access/contract.ts'
import { signedIn } from '#access/server/guard.ts'
import { wakeMail } from '#mail/server/delivery/start-delivery.ts'
import { AppError } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { describe } from '#platform/server/http/describe.ts'
import { parse } from '#platform/server/http/parse.ts'
import type { LogoPicture, SiteSettings } from '../contract.ts'
import { type PageRaffle, type PanelSite, panelSite, siteSave, storedLogo } from '../panel-contract.ts'
import { movesContact } from '../whatsapp.ts'
import { changeSite } from './change-site.ts'
import { readSite } from './read-site.ts'

/** The WhatsApp number before and after: buyers ask there where to pay. */
export interface ContactChange {
  actor: string
  antes: string
  ahora: string
}

/** What lies in rooms below this one, handed in by the composition. */
export interface SiteNeighbours {
  /** Whether he is who he says, before the number that buyers write to becomes another. @throws AppError */
  confirmContact(owner: Operator, code: string | undefined): Promise<unknown>
  /** Tells every owner of it, in the transaction of the change. */
  alertContact(tx: Sql, site: SiteSettings, change: ContactChange): Promise<void>
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
      await signedIn(ctx, request, 'dueno')
      return read()
    },
  )

  app.post(
    '/api/panel/sitio',
    {
      schema: describe({ tag: 'panel', summary: 'Cambiar ajustes', body: siteSave, answers: { 200: panelSite } }),
    },
    async (request) => {
      const owner = await signedIn(ctx, request, 'dueno')
      const { nombre } = owner
      const { cambios, vistos, codigo } = parse(siteSave, request.body)
      const raffles = await neighbours.listRaffles()
      for (const page of ['rifa_a', 'rifa_b'] as const) {
        const id = cambios[page]
        if (id !== undefined && !raffles.some((raffle) => raffle.id === id)) throw unknownRaffle(page)
      }
      const site = await readSite(ctx)
      const moves = movesContact(site, cambios)
      if (moves) await neighbours.confirmContact(owner, codigo)
      await changeSite(ctx, cambios, nombre, {
        seen: vistos,
        meanwhile: async (tx, before) => {
          if (!movesContact(before, cambios)) return
          await neighbours.alertContact(tx, site, { actor: nombre, antes: before.whatsapp, ahora: cambios.whatsapp })
        },
      })
      if (moves) wakeMail(ctx)
      return read()
    },
  )

  app.post(
    '/api/panel/sitio/logo',
    { schema: describe({ tag: 'panel', summary: 'Subir un logo', form: true, answers: { 200: storedLogo } }) },
    async (request) => {
      await signedIn(ctx, request, 'dueno')
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
