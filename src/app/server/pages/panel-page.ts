import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '#platform/server/context.ts'
import { sendTagged, tagBody } from '#platform/server/http/etag.ts'
import { readSite } from '#site/server/read-site.ts'
import { CLIENT } from '../build.ts'
import { ICON_SIZES } from './brand-icons.ts'
import { readPanelWorker } from './panel-worker.ts'

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
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** `--canvas` of panel-tokens.css, dark: what a phone paints before the panel, and around it. */
const CANVAS = '#0e131d'

/**
 * The operator's panel: one document for every address below /panel, which its own router reads, and what makes it an
 * application of its own on a phone.
 */
export async function panelPage(app: FastifyInstance, ctx: Ctx): Promise<void> {
  const hidden = { schema: { hide: true } }
  const [html, worker] = await Promise.all([readFile(join(CLIENT, 'panel.html')), readPanelWorker()])
  const document = tagBody(html, 'text/html; charset=utf-8')
  for (const path of ['/panel', '/panel/*']) {
    app.get(path, hidden, (request, reply) =>
      sendTagged(request, reply.headers({ 'content-security-policy': POLICY, 'x-robots-tag': 'noindex' }), document),
    )
  }
  app.get('/panel/sw.js', hidden, (request, reply) =>
    sendTagged(request, reply.header('service-worker-allowed', '/panel'), worker),
  )
  app.get('/panel/manifest.webmanifest', hidden, async (request, reply) => {
    const { nombre } = await readSite(ctx)
    const manifest = {
      id: '/panel',
      name: `${nombre} · Panel`,
      short_name: nombre,
      lang: 'es-VE',
      start_url: '/panel',
      scope: '/panel',
      display: 'standalone',
      background_color: CANVAS,
      theme_color: CANVAS,
      icons: ICON_SIZES.map((size) => ({ src: `/icono-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' })),
    }
    return sendTagged(request, reply, tagBody(JSON.stringify(manifest), 'application/manifest+json; charset=utf-8'))
  })
}
