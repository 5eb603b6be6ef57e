import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notFound, refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { isOwnOrigin } from '#platform/server/http/open-to-origins.ts'
import { publicUrl } from '#platform/server/public-origin.ts'
import type { Role } from '../contract.ts'
import { readSession, type Session } from './session.ts'

/**
 * The signed-in operator.
 * @param roles that may pass; none named means every operator.
 * @throws AppError 401 NO_AUTENTICADO, or 404 NO_EXISTE for an operator without the right: forbidden things do not show.
 */
export async function signedIn(ctx: Ctx, request: FastifyRequest, ...roles: Role[]): Promise<Session> {
  const session = await readSession(ctx, request)
  if (!session) throw refusal('NO_AUTENTICADO')
  if (roles.length > 0 && !roles.includes(session.operator.rol)) throw notFound()
  return session
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses every mutation below /api/panel that another site could have caused, in every room: it must name our own origin and carry a header that no
 * form and no simple request can.
 */
export function guardMutations(app: FastifyInstance, ctx: Ctx): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.routeOptions.url?.startsWith('/api/panel')) return
    reply.header('cache-control', 'no-store')
    if (SAFE_METHODS.has(request.method)) return
    if (request.headers['x-tombola'] !== 'panel' || !isFromPanel(ctx, request)) {
      throw refusal('ORIGEN_NO_PERMITIDO', {
        details: 'Esta acción solo se puede hacer desde el panel. Recarga la página e intenta de nuevo.',
      })
    }
  })
}

function isFromPanel(ctx: Ctx, request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return false
  if (request.headers.origin === undefined) return site === 'same-origin'
  return isOwnOrigin(request, publicUrl(ctx))
}
