import type { FastifyRequest } from 'fastify'

/**
 * Whether the page that a request comes from is of this host: the browser's `Origin`.
 * @param publicUrl address of the shop, if set.
 */
export function isOwnOrigin(request: FastifyRequest, publicUrl: string | null): boolean {
  const { origin } = request.headers
  if (origin === undefined || !URL.canParse(origin)) return false
  // Only the host of a request is compared: behind a proxy that is not listed, its scheme is not known.
  return new URL(origin).host === request.host || (publicUrl !== null && origin === new URL(publicUrl).origin)
}
