import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Headers that a page elsewhere may send and read in addition to those of every form. */
const SENT = 'accept, content-type, idempotency-key, if-none-match'
const READ = 'date, etag, retry-after'
/** Seconds for which a browser remembers the permission. */
const REMEMBERED = '600'

/**
 * Lets pages of those origins, and of no other, use the calls below a path: `https://rifas.example` as a browser writes it. Never with
 * cookies, and nothing is answered to the origins that are not listed, nor below another path. Without origins nothing is opened.
 */
export function openToOrigins(app: FastifyInstance, origins: readonly string[], path: string): void {
  if (origins.length === 0) return
  const opens = (url: string) => url === path || url.startsWith(`${path}/`) || url.startsWith(`${path}?`)
  const listed = (origin: string | undefined): origin is string => origin !== undefined && origins.includes(origin)

  app.addHook('onSend', async (request, reply) => {
    if (!opens(request.url)) return
    addVary(reply)
    const { origin } = request.headers
    if (listed(origin)) {
      reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', READ)
    }
  })

  app.options(`${path}/*`, { schema: { hide: true } }, async (request, reply) => {
    if (!listed(request.headers.origin)) return reply.callNotFound()
    return reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, POST, DELETE',
        'access-control-allow-headers': SENT,
        'access-control-max-age': REMEMBERED,
      })
      .send()
  })
}

/** Caches keep the answer for each origin. */
function addVary(reply: FastifyReply): void {
  const before = reply.getHeader('vary')
  reply.header('vary', before === undefined ? 'Origin' : `${before}, Origin`)
}

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
