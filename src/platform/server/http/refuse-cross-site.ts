import type { FastifyInstance } from 'fastify'
import { AppError } from '../../errors.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses what the page of another site makes a visitor's browser send: it would hold, report and mail from his address. Browsers
 * say so themselves (`Sec-Fetch-Site`); programs say nothing and are not meant. The panel has a stricter guard of its own.
 * @param origins whose pages may, beside our own: those that openToOrigins opens the calls to.
 */
export function refuseCrossSite(app: FastifyInstance, origins: readonly string[]): void {
  app.addHook('onRequest', async (request) => {
    if (request.headers['sec-fetch-site'] !== 'cross-site' || SAFE_METHODS.has(request.method)) return
    const { origin } = request.headers
    if (origin !== undefined && origins.includes(origin)) return
    throw new AppError(
      403,
      'ORIGEN_NO_PERMITIDO',
      'Solicitud rechazada',
      'Esta solicitud vino de la página de otro sitio. Abre la rifa e intenta de nuevo desde ahí.',
    )
  })
}
