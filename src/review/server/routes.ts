import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Operator, Role } from '#operators/contract.ts'
import { signedIn } from '#operators/server/guard.ts'
import { notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { describe } from '#platform/server/http/describe.ts'
import { parse, pathId } from '#platform/server/http/parse.ts'
import { approval, refusal, reviewedPurchase, reviewQueue, undoing } from '../contract.ts'
import { annulPurchase } from './annul-purchase.ts'
import { approvePurchase } from './approve-purchase.ts'
import { readPurchase } from './read-purchase.ts'
import { readQueue } from './read-queue.ts'
import { rejectPurchase } from './reject-purchase.ts'
import { originalProof, showProof } from './show-proof.ts'
import { undoDecision } from './undo-decision.ts'

const params = z.object({ id: pathId })
const page = z.object({ despues: z.string().max(40).optional() })
const READERS: Role[] = ['dueno', 'revisor', 'lector']
const REVIEWERS: Role[] = ['dueno', 'revisor']

export function reviewRoutes(app: FastifyInstance, ctx: Ctx): void {
  const tag = 'panel'
  const answers = { 200: reviewedPurchase }

  function purchaseId(request: FastifyRequest): number {
    const parsed = params.safeParse(request.params)
    if (!parsed.success) throw notFound('Esa compra no existe')
    return parsed.data.id
  }

  /** One decision: who may, what he sent, the deed, and the purchase as it is then. */
  function decision<Body extends z.ZodType>(
    path: string,
    summary: string,
    roles: Role[],
    body: Body,
    deed: (id: number, body: z.output<Body>, operator: Operator) => Promise<unknown>,
  ): void {
    app.post(
      `/api/panel/compras/:id/${path}`,
      { schema: describe({ tag, summary, params, body, answers }) },
      async (request) => {
        const operator = await signedIn(ctx, request, ...roles)
        const id = purchaseId(request)
        await deed(id, parse(body, request.body), operator)
        return readPurchase(ctx, id)
      },
    )
  }

  app.get(
    '/api/panel/revision',
    {
      schema: describe({
        tag,
        summary: 'Pagos en revisión, del más viejo al más nuevo',
        query: page,
        answers: { 200: reviewQueue },
      }),
    },
    async (request) => {
      await signedIn(ctx, request, ...READERS)
      return readQueue(ctx, parse(page, request.query).despues ?? null)
    },
  )

  app.get(
    '/api/panel/compras/:id',
    { schema: describe({ tag, summary: 'Una compra', params, answers }) },
    async (request) => {
      await signedIn(ctx, request, ...READERS)
      return readPurchase(ctx, purchaseId(request))
    },
  )

  app.get(
    '/api/panel/compras/:id/comprobante',
    { schema: describe({ tag, summary: 'El comprobante, codificado de nuevo', params, answers: { 200: z.string() } }) },
    async (request, reply) => {
      await signedIn(ctx, request, ...READERS)
      const picture = await showProof(ctx, purchaseId(request))
      return reply
        .type('image/webp')
        .headers(PROOF_HEADERS)
        .header('cache-control', 'private, max-age=3600')
        .send(picture)
    },
  )

  app.get(
    '/api/panel/compras/:id/comprobante/original',
    {
      schema: describe({
        tag,
        summary: 'El comprobante como llegó, siempre como descarga',
        params,
        answers: { 200: z.string() },
      }),
    },
    async (request, reply) => {
      await signedIn(ctx, request, ...READERS)
      const { proof, stream, size } = await originalProof(ctx, purchaseId(request))
      return reply
        .type('application/octet-stream')
        .headers(PROOF_HEADERS)
        .header('content-length', size)
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(proof.nombre)}`)
        .send(stream)
    },
  )

  decision(
    'aprobar',
    'Confirmar el pago: sortea los números y envía el correo',
    REVIEWERS,
    approval,
    (id, body, operator) => approvePurchase(ctx, id, body.version, operator.nombre),
  )
  decision('rechazar', 'Rechazar el pago con un motivo', REVIEWERS, refusal, (id, body, operator) =>
    rejectPurchase(ctx, id, body.version, body.motivo, operator.nombre),
  )
  decision('deshacer', 'Deshacer la última decisión', REVIEWERS, undoing, (id, body, operator) =>
    undoDecision(ctx, id, body.version, operator.nombre),
  )
  decision('anular', 'Anular una compra confirmada', ['dueno'], refusal, (id, body, operator) =>
    annulPurchase(ctx, id, body.version, body.motivo, operator.nombre),
  )
}

/** What a stranger sent is never rendered as a page of ours. */
const PROOF_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
}
