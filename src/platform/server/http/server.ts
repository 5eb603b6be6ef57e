import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import cookie from '@fastify/cookie'
import multipart, { type MultipartFile } from '@fastify/multipart'
import swagger from '@fastify/swagger'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify'
import { AppError, type ErrorBody, refusal } from '../../errors.ts'
import type { Ctx } from '../context.ts'
import { refuse } from '../db/trouble.ts'
import { describeFailure } from '../log.ts'
import { publicUrl } from '../public-origin.ts'
import {
  answerBrokenHttp,
  fromFastify,
  readableAddress,
  refuseBroken,
  refuseGone,
  unreadable,
} from './broken-requests.ts'
import { describeRoute, TAGS } from './describe.ts'
import { prepareDrain } from './drain.ts'
import { FORM_LIMITS, limitOpenForms } from './form-places.ts'
import { noticeProxy } from './notice-proxy.ts'
import { isOwnOrigin } from './open-to-origins.ts'
import { characterRefused, hasNul, oddCharacter, refuseNul } from './refuse-nul.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A form of a page without a referrer posts to it: a browser that does not send `Sec-Fetch-Site` sends `Origin: null`. */
    fromNoReferrer?: true
  }
}

/** Errors that the form itself caused, without a boundary, cut off or malformed; they are no fault of ours. */
const brokenForms = new WeakSet<object>()

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Headers by which every answer tells the browser what to refuse; pages add their own content policy. Made once for all answers: a plugin
 * that makes them for each request cost a third of a small answer (docs/benchmarks.md).
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

/** For bodies that are no form. */
const BODY_LIMIT = 256 * 1024

/** The operations parse the contracts: the compiler for routes' schemas is not even loaded. */
const NO_SCHEMAS = {
  compilersFactory: { buildValidator: () => () => () => true, buildSerializer: () => () => JSON.stringify },
} as unknown as NonNullable<FastifyServerOptions['schemaController']>

/**
 * HEAD takes the route of GET, and Node leaves out the body: routes of its own would be a third of all, made at each start. Some proxies add a
 * visitor's port, which changes each time: `1.2.3.4:5678`, `[2001:db8::1]:443`.
 */
function asRouted(request: IncomingMessage): IncomingMessage {
  if (request.method === 'HEAD') request.method = 'GET'
  const said = request.headers['x-forwarded-for']
  if (typeof said === 'string')
    request.headers['x-forwarded-for'] = said.replace(/(\d+\.\d+\.\d+\.\d+):\d+|\[([^\],]*)\](?::\d+)?/g, '$1$2')
  return request
}

/** A server without routes: parsing limits, headers, one error handler, one line of log a request. */
export async function createServer(ctx: Ctx): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: 120_000,
    connectionTimeout: 60_000,
    // Longer than proxies keep theirs (deploy/): they would send a report into a connection that closes.
    keepAliveTimeout: 65_000,
    trustProxy: ctx.config.trustedProxies.length > 0 ? ctx.config.trustedProxies : false,
    genReqId: () => randomUUID(),
    // Node would refuse a request without a host, in its own way: refuseBroken does it.
    http: { requireHostHeader: false },
    rewriteUrl: (request) => readableAddress(asRouted(request)),
    exposeHeadRoutes: false,
    clientErrorHandler: answerBrokenHttp,
    // Before any hook: its answer's headers are set here.
    frameworkErrors: (error, request, reply) =>
      answerError(ctx, error, request, reply.header('x-content-type-options', 'nosniff')),
    schemaController: NO_SCHEMAS,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
  })

  securityHeaders(app, ctx)
  prepareDrain(app)
  noticeProxy(app, ctx)
  refuseBroken(app)
  refuseNul(app)
  refuseCrossSite(app, ctx)
  await app.register(cookie)
  await app.register(multipart, {
    limits: FORM_LIMITS,
    throwFileSizeLimit: false,
  })
  limitOpenForms(app, ctx)
  guardForms(app)
  await app.register(swagger, {
    transform: describeRoute,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Tómbola',
        version: '0.1.0',
        description: 'Rifas: apartar, pagar, reportar, revisar.',
        contact: { name: 'Quien opera este sitio' },
      },
      servers: [{ url: publicUrl(ctx) ?? '/', description: 'Este servidor' }],
      tags: TAGS,
    },
  })

  app.addHook('onResponse', async (request, reply) => {
    ctx.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? '(none)',
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
        request: request.id,
      },
      'request',
    )
  })
  let dropped = 0
  app.setErrorHandler((error: FastifyError | AppError, request, reply) => {
    if (!wasDropped(request)) return answerError(ctx, error, request, reply)
    dropped++
    const route = request.routeOptions.url ?? '(none)'
    ctx.log.info({ request: request.id, route, code: 'SOLICITUD_CORTADA', count: dropped }, 'request dropped')
    return reply.send()
  })
  return app
}

/** Whether its client went away before all of it had come: nobody reads an answer, and nothing of ours failed. */
function wasDropped({ raw }: FastifyRequest): boolean {
  return raw.destroyed && raw.complete === false
}

function answerError(
  ctx: Ctx,
  error: FastifyError | AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = refuse(error)
  const known = refusal instanceof AppError ? refusal : brokenForms.has(error) ? unreadable(400) : fromFastify(error)
  if (known) {
    if (known.cause !== undefined) {
      const failure = describeFailure(known.cause)
      const route = request.routeOptions.url ?? '(none)'
      ctx.log.warn({ request: request.id, route, code: known.code, failure }, 'refused for now')
    }
    const body: ErrorBody = { error: known.error, details: known.details, code: known.code }
    return reply
      .code(known.status)
      .headers(known.headers)
      .send({ ...known.extra, ...body })
  }
  ctx.log.error(
    { request: request.id, route: request.routeOptions.url ?? '(none)', failure: describeFailure(error) },
    'unexpected',
  )
  return reply.code(500).send({
    error: 'Algo falló de nuestro lado',
    details: `Intenta de nuevo. Si se repite, escríbenos con este código: ${request.id}.`,
    code: 'ERROR_INTERNO',
    solicitud: request.id,
  } satisfies ErrorBody & { solicitud: string })
}

/** Of a server that visitors reach by https only. */
const HEADERS_OF_HTTPS = { ...HEADERS, 'strict-transport-security': 'max-age=31536000; includeSubDomains' }

function securityHeaders(app: FastifyInstance, ctx: Ctx): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(publicUrl(ctx)?.startsWith('https:') ? { ...HEADERS_OF_HTTPS } : { ...HEADERS })
    done()
  })
}

/**
 * Refuses requests that another site's page makes a visitor's browser send: it would hold, report and mail from the visitor's address. The panel
 * has a stricter guard of its own.
 * Pages of the configuration's `allowedOrigins` may: openToOrigins opens the calls to them.
 */
function refuseCrossSite(app: FastifyInstance, ctx: Ctx): void {
  app.addHook('onRequest', async (request) => {
    if (SAFE_METHODS.has(request.method) || !isFromElsewhere(request, publicUrl(ctx))) return
    const { origin } = request.headers
    if (origin !== undefined && ctx.config.allowedOrigins.includes(origin)) return
    throw refusal('ORIGEN_NO_PERMITIDO', {
      details: 'Esta solicitud vino de la página de otro sitio. Abre la rifa e intenta de nuevo desde ahí.',
    })
  })
}

/**
 * Browsers mark requests from a page of another origin (`Sec-Fetch-Site`), but not over plain http, and old ones never:
 * those still send the page's origin with each post. Programs send neither and are not meant.
 */
function isFromElsewhere(request: FastifyRequest, publicUrl: string | null): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  if (request.headers.origin === 'null' && request.routeOptions.config.fromNoReferrer) return false
  return request.headers.origin !== undefined && !isOwnOrigin(request, publicUrl)
}

type Parts = ReturnType<FastifyRequest['parts']>
type Part = Parts extends AsyncIterableIterator<infer Each> ? Each : never

/**
 * Every form of every call is read through this: U+0000 in a name or a value is refused, and faults of a form are distinct from ours. It replaces the
 * reading functions of each request, so that no call can go around it.
 */
function guardForms(app: FastifyInstance): void {
  app.addHook('preHandler', async (request) => {
    if (!request.isMultipart()) return
    const { parts, file, raw } = request
    request.parts = (options) => {
      refuseGone(raw)
      return guardedParts(parts.call(request, options))
    }
    request.file = async (options) => {
      refuseGone(raw)
      const found = await file.call(request, options).catch(fromForm)
      if (found) look(found)
      return found
    }
  })
}

async function* guardedParts(parts: Parts): AsyncGenerator<Part, void> {
  try {
    for (;;) {
      const { value, done } = await parts.next().catch(fromForm)
      if (done) return
      look(value)
      yield value
    }
  } finally {
    await parts.return?.()
  }
}

function fromForm(error: unknown): never {
  if (typeof error === 'object' && error !== null) brokenForms.add(error)
  throw error
}

/** @throws AppError 400 CARACTER_NO_ADMITIDO */
function look(part: Part | MultipartFile): void {
  if (part.type === 'file') {
    // A form that arrived immediately may have broken already.
    if (part.file.errored) brokenForms.add(part.file.errored)
    part.file.once('error', (error) => brokenForms.add(error))
    if (hasNul(part.fieldname) || hasNul(part.filename)) {
      part.file.resume()
      throw characterRefused('nulo')
    }
  } else {
    // A part names the character set that it is written in, and UTF-16 has halves of pairs.
    const odd = oddCharacter(part.fieldname) ?? (typeof part.value === 'string' ? oddCharacter(part.value) : null)
    if (odd) throw characterRefused(odd)
  }
}
