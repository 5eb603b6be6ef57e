import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '#platform/server/context.ts'
import { sendTagged, type TaggedBody, tagBody } from '#platform/server/http/etag.ts'
import { readSite } from '#site/server/read-site.ts'
import { type Chunk, CLIENT, collect, DIST } from '../build-stamp.ts'
import { webManifest } from './brand-icons.ts'
import { mendAddress } from './pages.ts'

/** Nothing from elsewhere, nothing inline but the style attributes of a mail's preview, which is in a frame without scripts. */
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

/** `--canvas` of panel-tokens.css, dark: painted by a phone before the panel, and around it. */
const CANVAS = '#0e131d'

/**
 * The operator's panel: one document for every address below /panel, which its own router reads, and the files that make it an
 * application on a phone.
 */
export async function panelPage(app: FastifyInstance, ctx: Ctx): Promise<void> {
  const hidden = { schema: { hide: true } }
  const [html, worker] = await Promise.all([readFile(join(CLIENT, 'panel.html')), readPanelWorker()])
  const document = tagBody(html, 'text/html; charset=utf-8')
  for (const path of ['/panel', '/panel/*']) {
    app.get(path, hidden, (request, reply) => {
      if (/%23/.test(request.url)) return reply.redirect(mendAddress(request.url) ?? '/panel')
      return sendTagged(
        request,
        reply.headers({ 'content-security-policy': POLICY, 'x-robots-tag': 'noindex' }),
        document,
      )
    })
  }
  app.get('/panel/sw.js', hidden, (request, reply) =>
    sendTagged(request, reply.header('service-worker-allowed', '/panel'), worker),
  )
  app.get('/panel/manifest.webmanifest', hidden, async (request, reply) => {
    const { nombre } = await readSite(ctx)
    const own = { id: '/panel', name: `${nombre} · Panel`, start_url: '/panel', scope: '/panel', display: 'standalone' }
    return sendTagged(request, reply, webManifest(nombre, CANVAS, own))
  })
}

/** The service worker of the panel, with the list of its first screen's files. Needs a fresh build. */
async function readPanelWorker(): Promise<TaggedBody> {
  const [script, manifest, document] = await Promise.all([
    readFile(join(DIST, 'server/service-worker.js'), 'utf8'),
    readFile(join(CLIENT, '.vite/manifest-panel.json'), 'utf8'),
    readFile(join(CLIENT, 'panel.html')),
  ])
  const chunks = JSON.parse(manifest) as Record<string, Chunk>
  const files = new Set<string>()
  collect(chunks, 'src/app/panel/index.html', files)
  const version = createHash('sha256').update(document).update(script).digest('hex').slice(0, 16)
  const panel = { version, shell: [...files].map((file) => `/${file}`) }
  return tagBody(`const PANEL = ${JSON.stringify(panel)};\n${script}`, 'text/javascript; charset=utf-8')
}
