import type { FastifyInstance } from 'fastify'
import { guardMutations } from '#access/server/guard.ts'
import { serve } from '#access/server/serve.ts'
import type { SalesPage } from '#payment-methods/contract.ts'
import type { Ctx } from '#platform/server/context.ts'
import { VARIANTS } from '#purchases/variants.ts'
import { PREVIEW_CALLS } from '#raffles/calls.ts'
import { columnsOf, fieldsOf } from '#raffles/server/raffle-columns.ts'
import { describeRaffle } from '#raffles/server/read-raffle.ts'
import { type Raffle, requireRaffle } from '#raffles/server/store.ts'
import { currentRate } from '#rates/server/current-rate.ts'
import type { AvailabilityAnswer } from '#tickets/contract.ts'
import type { RenderedPage } from '../../page-data.ts'
import { loadRenderer, type Render, securityPolicy } from './page-document.ts'
import { salesInputs } from './page-inputs.ts'

/**
 * How a sales page will show a raffle, for the frame next to its form. The frame loads the page once, as it is kept, with its own styles and without
 * its scripts. Edits are rendered by the same renderer and change its body only, so that they leave no address in the browser's history.
 */
export async function rafflePreview(app: FastifyInstance, ctx: Ctx): Promise<void> {
  const render = await loadRenderer()
  await app.register(async (panel) => {
    guardMutations(panel, ctx)
    previewRoutes(panel, ctx, render)
  })
}

function previewRoutes(app: FastifyInstance, ctx: Ctx, render: Render): void {
  async function draw(raffle: Raffle, page: SalesPage): Promise<RenderedPage> {
    const shown: Raffle = raffle.estado === 'borrador' ? { ...raffle, estado: 'publicada' } : raffle
    const { site, data } = await salesInputs(ctx, page, raffle.id)
    const { availability, ...kept } = data()
    return render({
      mail: true,
      data: {
        ...kept,
        raffle: describeRaffle(shown, await currentRate(ctx)),
        availability: availability ?? allFree(shown),
        payable: true,
        result: null,
      },
      site,
      path: VARIANTS[page].path,
      origin: '',
      apiHost: '',
    })
  }

  serve(app, ctx, PREVIEW_CALLS, {
    'GET /api/panel/rifas/:id/vista': async ({ params, query, reply }) => {
      const page = await draw(await requireRaffle(ctx.db.read, params.id), query.pagina)
      return reply
        .headers({ 'content-security-policy': previewPolicy(page), 'x-robots-tag': 'noindex' })
        .type('text/html; charset=utf-8')
        .send(withoutScripts(page.html))
    },
    'POST /api/panel/rifas/:id/vista': async ({ params, body: { pagina, campos } }) => {
      const raffle = await requireRaffle(ctx.db.read, params.id)
      const given = Object.fromEntries(Object.entries(campos).filter(([, value]) => value !== undefined))
      const columns = await columnsOf({ ...fieldsOf(raffle), ...given })
      const { html } = await draw({ ...raffle, ...columns }, pagina)
      return { html: bodyOf(withoutScripts(html)) }
    },
  })
}

/** The page's own styles and pictures, in a frame of the panel; nothing of it runs, and nothing is sent. */
function previewPolicy(page: RenderedPage): string {
  return securityPolicy({ ...page, scripts: [] }, '', "'self'")
    .replace("script-src 'self' ", "script-src 'none'")
    .replace("form-action 'self'", "form-action 'none'")
}

/** The page as it looks once its scripts have begun, without them. */
function withoutScripts(html: string): string {
  return html.replace(/<script\b[\s\S]*?<\/script>/g, '').replace('<html ', '<html class="js" ')
}

function bodyOf(html: string): string {
  return html.slice(html.indexOf('<body>') + '<body>'.length, html.lastIndexOf('</body>'))
}

/** A draft has no availability yet: visitors do not see it. */
function allFree({ id, estado, total_numeros }: Raffle): AvailabilityAnswer {
  const rifa = { id, estado, porcentaje_disponible: 100, numeros_disponibles: total_numeros, total_numeros }
  return { success: true, data: { rifa } }
}
