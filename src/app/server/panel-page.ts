import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sendTagged, tagBody } from '#platform/server/http/etag.ts'
import { CLIENT } from './build.ts'

/**
 * Nothing from elsewhere, nothing inline but the style attributes of a mail's preview, which stands in a frame without
 * scripts.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** The operator's panel: one document for every address below /panel, which its own router reads. */
export async function panelPage(app: FastifyInstance): Promise<void> {
  const document = tagBody(await readFile(join(CLIENT, 'panel.html')), 'text/html; charset=utf-8')
  for (const path of ['/panel', '/panel/*']) {
    app.get(path, { schema: { hide: true } }, (request, reply) =>
      sendTagged(request, reply.headers({ 'content-security-policy': POLICY, 'x-robots-tag': 'noindex' }), document),
    )
  }
}
