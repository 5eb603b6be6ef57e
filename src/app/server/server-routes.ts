import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Calls } from '#access/calls.ts'
import { serve } from '#access/server/serve.ts'
import { readSession } from '#access/server/session.ts'
import type { Ctx } from '#platform/server/context.ts'
import { createReadiness } from '#platform/server/readiness.ts'
import { STATE_CALLS } from '../state-contract.ts'
import { readState } from './state/read-state.ts'

const answers = { 200: z.object({ ok: z.literal(true) }) }

/** What whoever watches the server asks: whether it lives, and whether it can sell; and what can be asked of it. */
const SERVER_CALLS = {
  'GET /api/salud': {
    who: 'todos',
    tag: 'servidor',
    summary: 'Si el proceso vive y lee su base de datos',
    answers,
  },
  'GET /api/listo': {
    who: 'todos',
    tag: 'servidor',
    summary: 'Si puede escribir en su base de datos y su carpeta; 503 con la razón si no',
    answers,
  },
  'GET /api/docs': {
    who: 'todos',
    tag: 'servidor',
    summary: 'Este documento; lo del panel, para quien entró en él',
    answers: { 200: z.looseObject({ paths: z.looseObject({}) }) },
  },
} satisfies Calls

const PANEL = '/api/panel'

interface Described {
  paths?: Record<string, unknown>
  tags?: { name: string }[]
}

/** @param document the OpenAPI document of every route of the server. */
export function serverRoutes(app: FastifyInstance, ctx: Ctx, document: () => Described): void {
  const ready = createReadiness(ctx)
  serve(app, ctx, SERVER_CALLS, {
    'GET /api/salud': async ({ reply }) => {
      await ctx.db.read.selectFrom('site_settings').select('clave').limit(1).execute()
      return reply.header('cache-control', 'no-store').send({ ok: true })
    },
    'GET /api/listo': async ({ reply }) => {
      await ready()
      return reply.header('cache-control', 'no-store').send({ ok: true })
    },
    'GET /api/docs': async ({ request }) => describeTo(document(), (await readSession(ctx, request)) !== null),
  })
  serve(app, ctx, STATE_CALLS, { 'GET /api/panel/estado/servidor': () => readState(ctx) })
}

/** The document for who asks: that there is a panel, and what it can do, is for those who may enter it. */
function describeTo(document: Described, operator: boolean) {
  const paths = Object.entries(document.paths ?? {}).filter(([path]) => operator || !path.startsWith(PANEL))
  const tags = document.tags?.filter(({ name }) => operator || name !== 'panel')
  return { ...document, tags, paths: Object.fromEntries(paths) }
}
