import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import type { Config } from '../config.ts'
import { isOwnOrigin } from './own-origin.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses what the page of another site makes a visitor's browser send: it would hold, report and mail from his address. The panel
 * has a stricter guard of its own.
 * @param config `allowedOrigins` are the pages that may, beside our own: those that openToOrigins opens the calls to.
 */
export function refuseCrossSite(app: FastifyInstance, config: Pick<Config, 'allowedOrigins' | 'publicUrl'>): void {
  app.addHook('onRequest', async (request) => {
    if (SAFE_METHODS.has(request.method) || !isFromElsewhere(request, config.publicUrl)) return
    const { origin } = request.headers
    if (origin !== undefined && config.allowedOrigins.includes(origin)) return
    throw new AppError(
      403,
      'ORIGEN_NO_PERMITIDO',
      'Solicitud rechazada',
      'Esta solicitud vino de la página de otro sitio. Abre la rifa e intenta de nuevo desde ahí.',
    )
  })
}

/**
 * Browsers say themselves that a page of another origin sends (`Sec-Fetch-Site`), but not over plain http, and old ones never:
 * those still name the page's origin with each post. Programs say neither and are not meant.
 */
function isFromElsewhere(request: FastifyRequest, publicUrl: string | null): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  return request.headers.origin !== undefined && !isOwnOrigin(request, publicUrl)
}
