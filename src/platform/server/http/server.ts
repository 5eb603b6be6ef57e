import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import swagger from '@fastify/swagger'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { AppError, type ErrorBody } from '../../errors.ts'
import type { Ctx } from '../context.ts'
import { refuse } from '../db/trouble.ts'
import { describeFailure } from '../log.ts'
import { answerBrokenHttp, fromFastify, readableAddress, refuseBroken, unreadable } from './broken-requests.ts'
import { prepareDrain } from './drain.ts'
import { limitOpenForms } from './form-places.ts'
import { guardForms, isBrokenForm } from './read-parts.ts'
import { refuseCrossSite } from './refuse-cross-site.ts'
import { refuseNul } from './refuse-nul.ts'
import { securityHeaders } from './security-headers.ts'

/** The largest proof, and what a form may hold beside it. */
export const PROOF_LIMIT = 5 * 1024 * 1024
const BODY_LIMIT = 256 * 1024

/** A server without routes: parsing limits, headers, one error handler, one line of log a request. */
export async function createServer(ctx: Ctx): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: 120_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 10_000,
    trustProxy: ctx.config.trustedProxies.length > 0 ? ctx.config.trustedProxies : false,
    genReqId: () => randomUUID(),
    // Node would answer who names no host, without a word: refuseBroken does.
    http: { requireHostHeader: false },
    rewriteUrl: readableAddress,
    clientErrorHandler: answerBrokenHttp,
    // Before any hook: what its answer needs is said here.
    frameworkErrors: (error, request, reply) =>
      answerError(ctx, error, request, reply.header('x-content-type-options', 'nosniff')),
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
  })
  // The contracts are parsed by the operations; the schemas of routes only make the OpenAPI document.
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))

  securityHeaders(app, ctx.config.publicUrl?.startsWith('https:') ?? false)
  prepareDrain(app)
  refuseBroken(app)
  refuseNul(app)
  refuseCrossSite(app, ctx.config)
  await app.register(cookie)
  await app.register(multipart, {
    limits: {
      fileSize: PROOF_LIMIT,
      files: 1,
      fields: 30,
      fieldSize: 20_000,
      fieldNameSize: 100,
      parts: 31,
      headerPairs: 50,
    },
    throwFileSizeLimit: false,
  })
  limitOpenForms(app, ctx)
  guardForms(app)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Tómbola', version: '0.1.0', description: 'Rifas: apartar, pagar, reportar, revisar.' },
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
  const known = refusal instanceof AppError ? refusal : isBrokenForm(error) ? unreadable(400) : fromFastify(error)
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
