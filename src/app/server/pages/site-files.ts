import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '#platform/server/context.ts'
import { sendTagged, tagBody } from '#platform/server/http/etag.ts'
import { readSite } from '#site/server/read-site.ts'
import { createBrandIcons, ICON_SIZES } from './brand-icons.ts'

/** Pages for search engines. */
const INDEXED = ['/', '/rifa', '/rifa1', '/rifas-anteriores']
/** `--bg` of tokens.css, dark: what a phone paints before the page. */
const GROUND = '#0e131d'

/**
 * What browsers, phones and search engines ask of every site. Nothing here names the panel; it and the private page say
 * `noindex` themselves, which a robot only reads where it may go.
 */
export function siteFiles(app: FastifyInstance, ctx: Ctx, originOf: (request: FastifyRequest) => string): void {
  const hidden = { schema: { hide: true } }
  const icons = createBrandIcons()

  app.get('/robots.txt', hidden, (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nDisallow: /api/\nSitemap: ${originOf(request)}/sitemap.xml\n`),
  )
  app.get('/sitemap.xml', hidden, (request, reply) => {
    const addresses = INDEXED.map((path) => `<url><loc>${originOf(request)}${path}</loc></url>`).join('')
    return reply
      .type('application/xml; charset=utf-8')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${addresses}</urlset>`,
      )
  })

  app.get('/manifest.webmanifest', hidden, async (request, reply) => {
    const { nombre } = await readSite(ctx)
    const manifest = {
      name: nombre,
      short_name: nombre,
      lang: 'es-VE',
      start_url: '/',
      display: 'browser',
      background_color: GROUND,
      theme_color: GROUND,
      icons: ICON_SIZES.map((size) => ({ src: `/icono-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' })),
    }
    return sendTagged(request, reply, tagBody(JSON.stringify(manifest), 'application/manifest+json; charset=utf-8'))
  })

  async function sendIcon(request: FastifyRequest, reply: FastifyReply, size: number, type: 'ico' | 'png') {
    const icon = await icons((await readSite(ctx)).color, size, type)
    // Not for ever: the operator may choose another colour.
    return sendTagged(request, reply, icon).header('cache-control', 'public, max-age=86400')
  }
  app.get('/favicon.ico', hidden, (request, reply) => sendIcon(request, reply, 48, 'ico'))
  app.get('/apple-touch-icon.png', hidden, (request, reply) => sendIcon(request, reply, 180, 'png'))
  for (const size of ICON_SIZES) {
    app.get(`/icono-${size}.png`, hidden, (request, reply) => sendIcon(request, reply, size, 'png'))
  }
}
