import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Ctx } from '#platform/server/context.ts'
import { isForwarded, isInside } from '#platform/server/http/notice-proxy.ts'
import { createMetrics, type Metrics } from './metrics.ts'

/**
 * `GET /metrics`, for Prometheus alone: to everybody else there is nothing there. It begins to count when it is asked first, so that
 * who is not watched pays nothing.
 */
export function metricsRoutes(app: FastifyInstance, ctx: Ctx): void {
  let metrics: Metrics | undefined
  let opening: Promise<Metrics> | undefined
  app.addHook('onResponse', (request, reply, done) => {
    metrics?.request(request.method, request.routeOptions.url ?? '(none)', reply.statusCode, reply.elapsedTime)
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
 * With a token only who has it. Without one, who asks from this machine or a network inside and says himself that he is nobody's messenger: what a proxy
 * sends on comes from the internet. nginx that is told nothing speaks HTTP/1.0 and names nobody.
 */
function mayScrape(request: FastifyRequest, token: string | null): boolean {
  if (token !== null) return isSame(request.headers.authorization ?? '', `Bearer ${token}`)
  return isInside(request.socket.remoteAddress) && !isForwarded(request) && request.raw.httpVersion === '1.1'
}

/** As long for a wrong text as for the right one. */
function isSame(given: string, wanted: string): boolean {
  const [one, other] = [given, wanted].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer]
  return timingSafeEqual(one, other)
}
