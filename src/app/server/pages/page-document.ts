import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { codingFor } from '#platform/server/http/etag.ts'
import type { PageInput, RenderedPage, RenderPage } from '../../page-data.ts'
import { CLIENT, DIST } from '../build-stamp.ts'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** A rendered page as it is sent: compressed once, with its security policy. */
export type PageDocument = Awaited<ReturnType<typeof makeDocument>>

/** @param apiHost host of the API when it is not this one. */
export async function makeDocument(page: RenderedPage, apiHost: string) {
  const plain = Buffer.from(page.html)
  const [small, zipped] = await Promise.all([
    // Quality 5 takes 1 ms for a page and is within 4 % of quality 11, which takes 40 ms.
    brotli(plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
    }),
    zip(plain),
  ])
  return {
    etag: `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    policy: securityPolicy(page, apiHost),
    plain,
    br: small,
    gzip: zipped,
  }
}

/**
 * Only this server's own inline parts, nothing from elsewhere: abuse.md, A7 and A25.
 * @param ancestors pages that may show it in a frame.
 */
export function securityPolicy(page: RenderedPage, apiHost: string, ancestors: "'none'" | "'self'" = "'none'"): string {
  const elsewhere = apiHost && ` ${apiHost}`
  const hashes = (texts: string[]) =>
    texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`).join(' ')
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes(page.scripts)}`,
    `style-src 'self' ${hashes(page.styles)}`,
    `img-src 'self' data: blob:${elsewhere}`,
    `connect-src 'self'${elsewhere}`,
    "font-src 'self'",
    // Computed apart from the page: proof of work, and the repeated draw.
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${ancestors}`,
  ].join('; ')
}

/** Sends it in the best encoding that the browser takes, or 304 if the client has it already. */
export function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  page: PageDocument,
  status = 200,
): FastifyReply {
  reply.headers({
    etag: page.etag,
    // Every visit asks again: price, rate and availability change.
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    'content-security-policy': page.policy,
  })
  if (status === 200 && request.headers['if-none-match']?.includes(page.etag)) return reply.code(304).send()
  reply.code(status).type('text/html; charset=utf-8')
  const coding = codingFor(request)
  if (coding === null) return reply.send(page.plain)
  return reply.header('content-encoding', coding).send(page[coding])
}

export type Render = (input: Omit<PageInput, 'script' | 'themeScript' | 'earlyScript'>) => ReturnType<RenderPage>

/** Loads the built page renderer and its inlined parts. Call `ensureBuilt` first. */
export async function loadRenderer(): Promise<Render> {
  const [{ renderPage }, manifest, themeScript, earlyScript] = await Promise.all([
    import(pathToFileURL(join(DIST, 'server/renderer.js')).href) as Promise<{ renderPage: RenderPage }>,
    readFile(join(CLIENT, '.vite/manifest.json'), 'utf8'),
    readFile(join(DIST, 'server/inline-theme.js'), 'utf8'),
    readFile(join(DIST, 'server/inline-early.js'), 'utf8'),
  ])
  const chunks = JSON.parse(manifest) as Record<string, { file: string }>
  const script = `/${chunks['src/app/shop/entry-client.tsx']?.file ?? ''}`
  return (input) => renderPage({ ...input, script, themeScript: themeScript.trim(), earlyScript: earlyScript.trim() })
}
