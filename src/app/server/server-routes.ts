import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Calls } from '#access/calls.ts'
import { serve } from '#access/server/serve.ts'
import { readSession } from '#access/server/session.ts'
import { refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { appliedSteps } from '#platform/server/db/migrate.ts'
import { randomId } from '#platform/server/random.ts'
import { STATE_CALLS } from '../state-contract.ts'
import { judgeSteps } from './state/checks/database.ts'
import { readState } from './state/read-state.ts'

/** @param codes why not. */
const unless = (...codes: [string, ...string[]]) => ({
  200: z.object({ ok: z.literal(true) }),
  503: z.object({ error: z.string(), details: z.string(), code: z.enum(codes) }),
})

/** Calls of the server's monitors: whether it lives, whether it can sell, and the document of its calls. */
const SERVER_CALLS = {
  'GET /api/salud': {
    who: 'todos',
    tag: 'servidor',
    kept: false,
    summary: 'Si el proceso vive; no pregunta a nadie más',
    answers: unless('CERRANDO'),
  },
  'GET /api/lista': {
    who: 'todos',
    tag: 'servidor',
    kept: false,
    summary: 'Si puede vender: escribe en su base de datos y su carpeta, y son de su versión',
    answers: unless('SIN_BASE_DE_DATOS', 'SIN_ESPACIO', 'SIN_ALMACEN', 'SERVIDOR_OCUPADO', 'OTRA_VERSION', 'CERRANDO'),
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
  const ready = createReadiness(ctx, async () => {
    if (judgeSteps(await appliedSteps(ctx.db.read)).nivel !== 'bien') throw refusal('OTRA_VERSION')
  })
  const { 'GET /api/docs': docs, ...watched } = SERVER_CALLS
  const alive = { ok: true } as const
  serve(
    app,
    ctx,
    watched,
    {
      'GET /api/salud': () => alive,
      'GET /api/lista': async () => {
        await ready()
        return alive
      },
    },
    { config: { watches: true } },
  )
  serve(
    app,
    ctx,
    { 'GET /api/docs': docs },
    {
      'GET /api/docs': async ({ request }) => describeTo(document(), (await readSession(ctx, request)) !== null),
    },
  )
  serve(app, ctx, STATE_CALLS, { 'GET /api/panel/estado/servidor': () => readState(ctx) })
}

/** The document for the reader: only people who may enter the panel see that it exists, and its calls. */
function describeTo(document: Described, operator: boolean) {
  const paths = Object.entries(document.paths ?? {}).filter(([path]) => operator || !path.startsWith(PANEL))
  const tags = document.tags?.filter(({ name }) => operator || name !== 'panel')
  return { ...document, tags, paths: Object.fromEntries(paths) }
}

/** An answer is good for so many milliseconds: a thousand requests do not cause a thousand writes. */
const GOOD_FOR = 5_000

/**
 * Whether this process can serve a sale: write to its database and to its folder, durably. A read-only disk serves every page and loses every sale.
 * @param first check before anything is written; it throws the problem.
 * @returns the check; it throws the AppError 503 that a visitor would get, SIN_ESPACIO or SIN_BASE_DE_DATOS, or any other failure.
 */
function createReadiness(ctx: Ctx, first: () => Promise<void>): () => Promise<void> {
  let asked: Promise<void> | undefined
  let until = 0

  async function write(): Promise<void> {
    await first()
    const en = ctx.clock.now()
    await ctx.db.write('lista', (tx) =>
      tx
        .insertInto('readiness')
        .values({ id: 1, en })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ en }))
        .execute(),
    )
    const id = randomId(ctx.random)
    await ctx.files.put(id, Buffer.from('lista'))
    await ctx.files.remove(id)
  }

  return () => {
    if (asked === undefined || performance.now() > until) {
      until = performance.now() + GOOD_FOR
      asked = write()
    }
    return asked
  }
}
