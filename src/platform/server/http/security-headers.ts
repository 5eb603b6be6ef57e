import type { FastifyInstance } from 'fastify'

/**
 * What every answer tells the browser to refuse; pages add their own content policy. The same for all of them, so it is
 * made once: a plugin that decides it anew for each request cost a third of a small answer (docs/benchmarks.md).
 */
const HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}

/** @param https whether visitors reach this server by https only. */
export function securityHeaders(app: FastifyInstance, https: boolean): void {
  const headers = https
    ? { ...HEADERS, 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : { ...HEADERS }
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
