import type { FastifyRequest } from 'fastify'
import type { Ctx } from '#platform/server/context.ts'
import { readSite } from '#site/server/read-site.ts'
import type { PanelStatus } from '../contract.ts'
import { operatorCount } from './create-operator.ts'
import { readSession } from './sign-in/session.ts'

/** What the panel needs to know which screen it opens with. */
export async function readStatus(ctx: Ctx, request: FastifyRequest): Promise<PanelStatus> {
  const session = await readSession(ctx, request)
  const [site, operators] = await Promise.all([readSite(ctx), session ? 1 : operatorCount(ctx)])
  return {
    configurado: operators > 0,
    sitio: site.nombre,
    operador: session?.operator ?? null,
    correo_activo: ctx.config.mail.smtpUrl !== null,
  }
}
