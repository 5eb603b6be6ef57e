import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Ctx } from '#platform/server/context.ts'
import { isForwarded } from '#platform/server/http/notice-proxy.ts'
import { createMetrics, type Metrics } from './metrics.ts'

/**
 * `GET /metrics`, for Prometheus alone: for everybody else it does not exist. It begins to count with the first scrape, so that an unwatched
 * server pays nothing.
 */
export function metricsRoutes(app: FastifyInstance, ctx: Ctx): void {
  let metrics: Metrics | undefined
  let opening: Promise<Metrics> | undefined
  app.addHook('onResponse', (request, reply, done) => {
    const { url = '(none)', config } = request.routeOptions
    metrics?.request(request.method, url, reply.statusCode, config.waits ? null : reply.elapsedTime)
    done()
  })
  app.route({
    method: 'GET',
    url: '/metrics',
    schema: { hide: true },
    handler: async (request, reply) => {
      if (!mayScrape(request, ctx.config.metricsToken)) return reply.callNotFound()
      opening ??= createMetrics(ctx)
      metrics = await opening
      return reply
        .header('cache-control', 'no-store')
        .type('text/plain; version=0.0.4; charset=utf-8')
        .send(await metrics.scrape())
    },
  })
}

/**
 * With a token, only its holder. Without one, a client from this machine by its own address, whose headers name no proxy: forwarded
 * requests come from the internet. An unconfigured nginx speaks HTTP/1.0 and names nobody. A private address proves nothing: behind
 * the door of a container or a router that rewrites addresses every client has one.
 */
function mayScrape(request: FastifyRequest, token: string | null): boolean {
  if (token !== null) return isSame(request.headers.authorization ?? '', `Bearer ${token}`)
  const { remoteAddress, localAddress } = request.socket
  return [remoteAddress, localAddress].every(isLoopback) && !isForwarded(request) && request.raw.httpVersion === '1.1'
}

function isLoopback(address: string | undefined): boolean {
  return /^(?:::ffff:)?127\.|^::1$/i.test(address ?? '')
}

/** As long for a wrong text as for the right one. */
function isSame(given: string, wanted: string): boolean {
  const [one, other] = [given, wanted].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer]
  return timingSafeEqual(one, other)
}
