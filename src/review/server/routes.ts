import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Operator, Role } from '#access/contract.ts'
import { signedIn } from '#access/server/guard.ts'
import { methodKind } from '#payment-methods/contract.ts'
import { notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { describe } from '#platform/server/http/describe.ts'
import { parse } from '#platform/server/http/parse.ts'
import { pathId } from '#platform/whole-number.ts'
import {
  approval,
  bulkAnswer,
  bulkDecision,
  claiming,
  fakeRejection,
  reasons,
  refusal,
  rejection,
  reviewClaim,
  reviewedPurchase,
  reviewQueue,
  undoing,
} from '../contract.ts'
import { annulPurchase } from './decision/annul-purchase.ts'
import { approveAs } from './decision/approve-purchase.ts'
import { decideBulk } from './decision/decide-bulk.ts'
import { changeReasons, readReasons, requireReason } from './decision/reasons.ts'
import { rejectPurchase } from './decision/reject-purchase.ts'
import { undoDecision } from './decision/undo-decision.ts'
import { rejectFake } from './fakes/reject-fakes.ts'
import { originalProof, showProof } from './proof/show-proof.ts'
import { claimPurchase, releaseClaim, requireFree } from './queue/claim-purchase.ts'
import { readQueue } from './queue/read-queue.ts'
import { readPurchase } from './read-purchase.ts'

const params = z.object({ id: pathId })
const page = z.object({
  despues: z.string().max(40).optional(),
  rifa: pathId.optional(),
  metodo: methodKind.optional(),
})
/** `v` makes the address of a corrected proof a new one. */
const proofView = z.object({ v: z.string().max(40).optional(), otra_vez: z.enum(['1']).optional() })
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
        const parsed = parse(body, request.body)
        await requireFree(ctx, id, operator)
        await deed(id, parsed, operator)
        return readPurchase(ctx, id, operator.id)
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
      const operator = await signedIn(ctx, request, ...READERS)
      const { despues = null, ...filter } = parse(page, request.query)
      return readQueue(ctx, operator.id, despues, filter)
    },
  )

  app.get(
    '/api/panel/compras/:id',
    { schema: describe({ tag, summary: 'Una compra', params, answers }) },
    async (request) => {
      const operator = await signedIn(ctx, request, ...READERS)
      return readPurchase(ctx, purchaseId(request), operator.id)
    },
  )

  app.get(
    '/api/panel/compras/:id/comprobante',
    {
      schema: describe({
        tag,
        summary: 'El comprobante, codificado de nuevo',
        params,
        query: proofView,
        answers: { 200: z.string() },
      }),
    },
    async (request, reply) => {
      await signedIn(ctx, request, ...READERS)
      const { otra_vez } = parse(proofView, request.query)
      const picture = await showProof(ctx, purchaseId(request), otra_vez === '1')
      return reply.type('image/webp').headers(PROOF_HEADERS).send(picture)
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

  app.post(
    '/api/panel/compras/:id/tomar',
    {
      schema: describe({
        tag,
        summary: 'Reservarse un pago mientras se mira; 2 minutos, renovables',
        params,
        body: claiming,
        answers: { 200: reviewClaim },
      }),
    },
    async (request) => {
      const operator = await signedIn(ctx, request, ...REVIEWERS)
      return claimPurchase(ctx, purchaseId(request), operator, parse(claiming, request.body ?? {}).forzar)
    },
  )

  app.post(
    '/api/panel/compras/:id/soltar',
    { schema: describe({ tag, summary: 'Dejar que otro mire el pago', params, answers: { 204: z.null() } }) },
    async (request, reply) => {
      const operator = await signedIn(ctx, request, ...REVIEWERS)
      await releaseClaim(ctx, purchaseId(request), operator)
      return reply.code(204).send()
    },
  )

  app.post(
    '/api/panel/revision/lote',
    {
      schema: describe({
        tag,
        summary: 'Una decisión sobre varios pagos, uno por uno, o deshacerla',
        body: bulkDecision,
        answers: { 200: bulkAnswer },
      }),
    },
    async (request) => {
      const operator = await signedIn(ctx, request, ...REVIEWERS)
      return decideBulk(ctx, parse(bulkDecision, request.body), operator)
    },
  )

  app.get(
    '/api/panel/motivos',
    { schema: describe({ tag, summary: 'Motivos de rechazo que se ofrecen', answers: { 200: reasons } }) },
    async (request) => {
      await signedIn(ctx, request, ...READERS)
      return readReasons(ctx)
    },
  )

  app.put(
    '/api/panel/motivos',
    { schema: describe({ tag, summary: 'Cambiar los motivos de rechazo', body: reasons, answers: { 200: reasons } }) },
    async (request) => {
      const operator = await signedIn(ctx, request, 'dueno')
      await changeReasons(ctx, parse(reasons, request.body), operator.nombre)
      return readReasons(ctx)
    },
  )

  decision(
    'aprobar',
    'Confirmar el pago: sortea los números y envía el correo',
    REVIEWERS,
    approval,
    async (id, body, operator) => {
      await requireReason(ctx, id, body.motivo)
      return approveAs(ctx, id, body.version, operator, body.motivo)
    },
  )
  decision(
    'rechazar',
    'Rechazar el pago con un motivo, o pedir una corrección',
    REVIEWERS,
    rejection,
    (id, body, operator) => rejectPurchase(ctx, id, body.version, body.motivo, operator.nombre, body.pide),
  )
  decision(
    'falso',
    'Rechazar como falso: sin gracia y sin corrección',
    REVIEWERS,
    fakeRejection,
    (id, body, operator) => rejectFake(ctx, id, body.version, operator.nombre),
  )
  decision('deshacer', 'Deshacer la última decisión', REVIEWERS, undoing, (id, body, operator) =>
    undoDecision(ctx, id, body.version, operator.nombre),
  )
  decision('anular', 'Anular una compra confirmada', ['dueno'], refusal, (id, body, operator) =>
    annulPurchase(ctx, id, body.version, body.motivo, operator.nombre),
  )
}

/** What a stranger sent is never rendered as a page of ours. That it is neither kept nor sniffed, every answer here says. */
const PROOF_HEADERS = {
  'content-security-policy': "default-src 'none'; sandbox",
}
