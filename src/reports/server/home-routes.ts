import type { FastifyInstance } from 'fastify'
import { signedIn } from '#access/server/guard.ts'
import type { Ctx } from '#platform/server/context.ts'
import { describe } from '#platform/server/http/describe.ts'
import { firstSteps, home } from '../home-contract.ts'
import { readFirstSteps } from './read-first-steps.ts'
import { readHome } from './read-home.ts'

const tag = 'panel'

/** What the panel opens with. */
export function homeRoutes(app: FastifyInstance, ctx: Ctx): void {
  app.get(
    '/api/panel/inicio',
    { schema: describe({ tag, summary: 'Ventas, rifas y lo que espera', answers: { 200: home } }) },
    async (request) => {
      await signedIn(ctx, request)
      return readHome(ctx)
    },
  )

  app.get(
    '/api/panel/empezar',
    { schema: describe({ tag, summary: 'Lo que falta para vender', answers: { 200: firstSteps } }) },
    async (request) => {
      const operator = await signedIn(ctx, request, 'dueno')
      return { pasos: await readFirstSteps(ctx, operator) }
    },
  )
}
