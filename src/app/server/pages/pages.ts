import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readMailServer } from '#mail/server/mail-server.ts'
import { AppError, notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { refuse } from '#platform/server/db/trouble.ts'
import { sendTagged } from '#platform/server/http/etag.ts'
import { describeFailure } from '#platform/server/log.ts'
import { publicUrl } from '#platform/server/public-origin.ts'
import { pathId } from '#platform/whole-number.ts'
import { checkPage } from '#purchases/check-link.ts'
import { ownPath, previousPath, rafflePath } from '#raffles/raffle-path.ts'
import { listShown } from '#raffles/server/read-raffle.ts'
import { DEFAULT_SITE, readSite } from '#site/server/read-site.ts'
import type { RenderedPage } from '../../page-data.ts'
import { CLIENT } from '../build-stamp.ts'
import { createBrandIcons, ICON_SIZES, webManifest } from './brand-icons.ts'
import { loadRenderer, makeDocument, type PageDocument, sendDocument } from './page-document.ts'
import {
  checkInputs,
  homeInputs,
  ownInputs,
  type PageInputs,
  plainInputs,
  previousInputs,
  raffleInputs,
} from './page-inputs.ts'

/** Pages for search engines. */
const INDEXED = ['/', '/rifa', '/rifa1', '/rifas-anteriores']
/** `--bg` of tokens.css, dark: painted by a phone before the page. */
const GROUND = '#0e131d'

interface Kept {
  parts: readonly unknown[]
  page: RenderedPage
  /** As they are sent, by the address that they name. */
  documents: Map<string, Promise<PageDocument>>
}

/** Placeholder in a rendered page for its visitor's address: no host has this name (RFC 6761). */
const SOME_ORIGIN = 'https://origen.invalid'

/**
 * The HTML pages, their assets, and the answer to an unknown address. Needs a fresh build (`ensureBuilt`).
 *
 * A page is rendered once, compressed once for each address that visitors use, and kept until one of the values that it shows is
 * another object: those come from the snapshots, which drop changed values.
 * @param apiHost `https://host` of an API elsewhere; the pages then load the raffle in the browser.
 */
export async function pageRoutes(app: FastifyInstance, ctx: Ctx, apiHost = ''): Promise<void> {
  const render = await loadRenderer()
  const originOf = (request: FastifyRequest) => originFor(request, publicUrl(ctx))
  const kept = new Map<string, Kept>()

  function keep(path: string, origin: string, inputs: PageInputs & { mail: boolean }): Promise<PageDocument> {
    const some = origin === '' ? '' : SOME_ORIGIN
    const key = `${some}${path}`
    let template = kept.get(key)
    const parts = [inputs.mail, ...inputs.parts]
    if (!template?.parts.every((part, index) => part === parts[index])) {
      const { data, site, mail } = inputs
      const page = render({ data: data(), site, mail, path, origin: some, apiHost })
      template = { parts, page, documents: new Map() }
      kept.set(key, template)
    }
    const { page, documents } = template
    const before = documents.get(origin)
    if (before) return before
    const html = some === '' ? page.html : page.html.replaceAll(some, origin)
    const document = makeDocument({ ...page, html }, apiHost)
    // A client with a thousand made-up addresses does not fill the memory.
    if (documents.size === KEPT) documents.clear()
    documents.set(origin, document)
    // A page that could not be made is tried again by the next visitor.
    document.catch(() => documents.delete(origin))
    return document
  }

  /** @param inputs null for a page of something that is not there. */
  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
    inputs: () => Promise<PageInputs | null>,
  ): Promise<FastifyReply> {
    const send = async (name: string, shown: PageInputs, status: number) => {
      // Another host's mail is its own: it is taken at the specification's word.
      const mail = apiHost !== '' || (await readMailServer(ctx)) !== null
      return sendDocument(request, reply, await keep(name, originOf(request), { ...shown, mail }), status)
    }
    try {
      const found = await inputs()
      return await (found ? send(path, found, 200) : send('/404', await plainInputs(ctx, 'not-found'), 404))
    } catch (error) {
      const refusal = refuse(error)
      const known = refusal instanceof AppError ? refusal : null
      const failure = describeFailure(known?.cause ?? error)
      ctx.log.error({ request: request.id, route: path, failure }, 'page failed')
      reply.headers(known?.headers ?? {})
      const parts = { site: DEFAULT_SITE, mail: true, parts: [], data: () => ({ kind: 'failure' as const }) }
      return sendDocument(request, reply, await keep('/fallo', '', parts), known?.status ?? 500)
    }
  }

  const pages: [path: string, inputs: () => Promise<PageInputs>][] = [
    ['/', () => homeInputs(ctx)],
    ['/rifa', () => raffleInputs(ctx, 'A', apiHost !== '')],
    ['/rifa1', () => raffleInputs(ctx, 'B', apiHost !== '')],
    ['/mi-compra', () => plainInputs(ctx, 'own-purchase')],
  ]
  for (const [path, inputs] of pages) {
    app.get(path, { schema: { hide: true } }, (request, reply) => answer(request, reply, path, inputs))
  }

  app.get<{ Querystring: { pagina?: string } }>('/rifas-anteriores', { schema: { hide: true } }, (request, reply) => {
    const pagina = pathId.safeParse(request.query.pagina ?? '1').data ?? 0
    return answer(request, reply, previousPath(pagina), () => previousInputs(ctx, pagina))
  })
  app.get<{ Params: { id: string } }>('/rifa/:id', { schema: { hide: true } }, (request, reply) => {
    const id = pathId.safeParse(request.params.id).data ?? 0
    // Another host's raffles are reached by the two pages alone: nobody knows here which ones there are.
    return answer(request, reply, ownPath(id), async () => (apiHost === '' ? ownInputs(ctx, id) : null))
  })
  app.get<{ Params: { id: string } }>('/rifa/:id/verificar', { schema: { hide: true } }, (request, reply) => {
    const id = pathId.safeParse(request.params.id).data ?? 0
    const loads = apiHost !== ''
    // Nobody knows here which raffles another host has: one page is kept for all of them.
    return answer(request, reply, checkPage(loads ? 0 : id), () => checkInputs(ctx, id, loads))
  })

  await app.register(fastifyStatic, {
    root: join(CLIENT, 'assets'),
    prefix: '/assets/',
    index: false,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    decorateReply: false,
  })
  siteFiles(app, ctx, originOf)

  app.setNotFoundHandler((request, reply) => {
    const page = request.method === 'GET' && !request.url.startsWith('/api/') && !request.url.startsWith('/assets/')
    if (!page) throw notFound('Lo que buscas no existe')
    const mended = mendAddress(request.url)
    if (mended !== null) return reply.redirect(mended)
    return answer(request, reply, '/404', async () => null)
  })
}

/** Characters that mail programs and chats append to a link. */
const BEHIND = /(?:[).,;:>\]"'*]|%(?:2[279C]|3[BE]|5D))+$/i

/**
 * Repairs an address that was damaged on its way: its `#` written as `%23`, in capitals, with a full stop or a bracket at its end. Null if
 * nothing was damaged.
 */
export function mendAddress(url: string): string | null {
  const [path = '', ...fragment] = url.split(/%23/)
  if (!/^\/[^/\\?]*/.test(path) || /^\/[/\\]/.test(path)) return null
  const mended = [path.toLowerCase(), ...fragment].join('#').replace(BEHIND, '')
  return mended === url ? null : mended
}

/**
 * Files that browsers, phones and search engines request from every site. Nothing here names the panel; it and the private page carry `noindex`
 * themselves, which a robot reads only where it may go.
 */
function siteFiles(app: FastifyInstance, ctx: Ctx, originOf: (request: FastifyRequest) => string): void {
  const hidden = { schema: { hide: true } }
  const icons = createBrandIcons()

  app.get('/robots.txt', hidden, (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nDisallow: /api/\nSitemap: ${originOf(request)}/sitemap.xml\n`),
  )
  app.get('/sitemap.xml', hidden, async (request, reply) => {
    const [site, shown] = await Promise.all([readSite(ctx), listShown(ctx)])
    const addresses = [...new Set([...INDEXED, ...shown.map((id) => rafflePath(id, site))])].map(
      (path) => `<url><loc>${originOf(request)}${path}</loc></url>`,
    )
    return reply
      .type('application/xml; charset=utf-8')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${addresses.join('')}</urlset>`,
      )
  })

  app.get('/manifest.webmanifest', hidden, async (request, reply) => {
    const { nombre } = await readSite(ctx)
    return sendTagged(request, reply, webManifest(nombre, GROUND, { start_url: '/', display: 'browser' }))
  })

  async function sendIcon(request: FastifyRequest, reply: FastifyReply, size: number) {
    const icon = await icons((await readSite(ctx)).color, size)
    // Not for ever: the operator may choose another colour.
    return sendTagged(request, reply, icon).header('cache-control', 'public, max-age=86400')
  }
  app.get('/favicon.ico', hidden, (request, reply) => sendIcon(request, reply, 48))
  app.get('/apple-touch-icon.png', hidden, (request, reply) => sendIcon(request, reply, 180))
  for (const size of ICON_SIZES) {
    app.get(`/icono-${size}.png`, hidden, (request, reply) => sendIcon(request, reply, size))
  }
}

const HOST = /^[a-z0-9.-]{1,253}(:\d{1,5})?$/i
/** Addresses for which a page is kept as it is sent. */
const KEPT = 16

/** Scheme and host for absolute addresses: the public one, else the request's, else empty. */
export function originFor(request: Pick<FastifyRequest, 'host' | 'protocol'>, publicUrl: string | null): string {
  if (publicUrl !== null) return publicUrl
  return HOST.test(request.host) ? `${request.protocol}://${request.host.toLowerCase()}` : ''
}
