import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Operator } from '#access/contract.ts'
import { serve } from '#access/server/serve.ts'
import type { Session } from '#access/server/session.ts'
import { guardedChange, type Write } from '#operators/server/guarded-change.ts'
import { dayInCaracas } from '#platform/clock.ts'
import { AppError, refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { describeDetail, readAround } from '#purchases/server/describe-purchase.ts'
import { findProof, findPurchase, requirePurchase } from '#purchases/server/store.ts'
import { areNumbersFixed, isOver } from '#raffles/server/settled.ts'
import { isAnyShown } from '#raffles/server/store.ts'
import { findReservation } from '#tickets/server/store.ts'
import { AUTOMATIC_CALLS, DECISION_CALLS, EXACT_CALLS, FAKE_CALLS, REVIEW_CALLS } from '../calls.ts'
import type { BulkAnswer, BulkDecision, ReviewedPurchase } from '../contract.ts'
import { changeAutomatic, readAutomatic } from './automatic/change-automatic.ts'
import { checkReport, worstNow } from './check/check-purchase.ts'
import { annulPurchase } from './decision/annul-purchase.ts'
import { approveAs } from './decision/approve-purchase.ts'
import { confirmExact } from './decision/confirm-exact.ts'
import { decidedResult, refusedResult } from './decision/decide.ts'
import { changeReasons, isOffered, readReasons, requireReason } from './decision/reasons.ts'
import { rejectPurchase } from './decision/reject-purchase.ts'
import { undoableUntil, undoDecision } from './decision/undo-decision.ts'
import { findAlike, listGroup } from './fakes/find-alike.ts'
import { rejectFake, rejectFakes } from './fakes/reject-fakes.ts'
import { describeProof, originalProof, showProof } from './proof/show-proof.ts'
import { claimPurchase, releaseClaim, requireFree } from './queue/claim-purchase.ts'
import { describeClaim, describeItem, readQueue } from './queue/read-queue.ts'
import { findClaim, findUndrawable } from './store.ts'

interface Decided<Body> {
  params: { id: number }
  body: Body
  operator: Operator
  session: Session
}

export function reviewRoutes(app: FastifyInstance, ctx: Ctx): void {
  /** Runs a decision with a reason for a buyer. Free text needs a code, and every owner gets it by mail, once a day the same one. */
  async function reasoned<T>(session: Session, motivo: string | undefined, write: Write<T>): Promise<T> {
    if (motivo === undefined) return write(session.operator)
    const what = 'enviar un motivo que no está en la lista'
    const seen = async (sql: Sql) => !(await isOffered(sql, motivo))
    const clave = `motivo:${session.operator.id}:${dayInCaracas(ctx.clock.now())}:${createHash('sha256').update(motivo).digest('hex')}`
    return guardedChange(ctx, session, { what, seen, factor: true, write, tells: () => ({ clave }) })
  }

  serve(app, ctx, REVIEW_CALLS, {
    'GET /api/panel/revision': ({ query: { despues = null, ...filter }, operator }) =>
      readQueue(ctx, operator.id, despues, filter),
    'GET /api/panel/compras/:id': ({ params, operator }) => readPurchase(ctx, params.id, operator.id),
    'GET /api/panel/compras/:id/comprobante': async ({ params, query, reply }) => {
      const picture = await showProof(ctx, params.id, query.otra_vez === '1')
      return reply.type('image/webp').headers(PROOF_HEADERS).send(picture)
    },
    'GET /api/panel/compras/:id/comprobante/original': async ({ params, reply }) => {
      const { proof, stream, size } = await originalProof(ctx, params.id)
      return reply
        .type('application/octet-stream')
        .headers(PROOF_HEADERS)
        .header('content-length', size)
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(proof.nombre)}`)
        .send(stream)
    },
    'POST /api/panel/compras/:id/tomar': ({ params, body, operator }) =>
      claimPurchase(ctx, params.id, operator, body.forzar),
    'POST /api/panel/compras/:id/soltar': ({ params, operator }) => releaseClaim(ctx, params.id, operator),
    'POST /api/panel/revision/lote': ({ body, session }) =>
      reasoned(session, body.motivo, (actor) => decideBulk(ctx, body, actor)),
    'GET /api/panel/motivos': () => readReasons(ctx.db.read),
    'PUT /api/panel/motivos': async ({ body, session }) => {
      const what = 'cambiar los motivos de rechazo'
      await guardedChange(ctx, session, { what, seen: isAnyShown, write: (actor) => changeReasons(ctx, body, actor) })
      return readReasons(ctx.db.read)
    },
  })

  /**
   * @param deed of the operator with the claim, or of any where nobody has it.
   * @param read the reason that its buyer reads.
   */
  function decide<Body extends { version: number; motivo?: string | undefined }>(
    deed: (id: number, body: Body, operator: Operator) => Promise<unknown>,
    read: (body: Body) => string | undefined = ({ motivo }) => motivo,
  ) {
    return async ({ params: { id }, body, operator, session }: Decided<Body>): Promise<ReviewedPurchase> => {
      await requireFree(ctx, id, operator)
      await reasoned(session, read(body), (actor) => deed(id, body, actor))
      return readPurchase(ctx, id, operator.id)
    }
  }

  serve(app, ctx, DECISION_CALLS, {
    'POST /api/panel/compras/:id/aprobar': decide(
      async (id, { version, motivo, movimiento_id }, operator) => {
        await requireReason(ctx, id, motivo)
        return approveAs(ctx, id, version, operator, { motivo, movimiento_id })
      },
      // Only the journal keeps it.
      () => undefined,
    ),
    'POST /api/panel/compras/:id/rechazar': decide((id, { version, motivo, pide }, actor) =>
      rejectPurchase(ctx, id, version, { actor, motivo, pide }),
    ),
    'POST /api/panel/compras/:id/falso': decide((id, { version }, actor) => rejectFake(ctx, id, version, actor)),
    'POST /api/panel/compras/:id/deshacer': decide((id, { version }, actor) => undoDecision(ctx, id, version, actor)),
    'POST /api/panel/compras/:id/anular': decide((id, { version, motivo }, actor) =>
      annulPurchase(ctx, id, version, { actor, motivo }),
    ),
  })

  serve(app, ctx, EXACT_CALLS, {
    'POST /api/panel/conciliacion/confirmar': ({ body, operator }) => confirmExact(ctx, body, operator),
  })

  serve(app, ctx, AUTOMATIC_CALLS, {
    'GET /api/panel/rifas/:id/confirmacion-automatica': ({ params }) => readAutomatic(ctx, params.id),
    'PUT /api/panel/rifas/:id/confirmacion-automatica': async ({ params, body, session }) => {
      await changeAutomatic(ctx, params.id, body, session)
      return readAutomatic(ctx, params.id)
    },
  })

  serve(app, ctx, FAKE_CALLS, {
    'GET /api/panel/compras/:id/parecidos': ({ params }) => findAlike(ctx, params.id),
    'GET /api/panel/compras/:id/parecidos/:por': ({ params: { id, por }, query: { despues }, operator }) =>
      listGroup(ctx, id, { por, after: despues, operatorId: operator.id }),
    'POST /api/panel/revision/falsas': ({ body, operator }) => rejectFakes(ctx, body, operator),
  })
}

/** A stranger's file is never rendered as a page of ours. Every answer here forbids storing and sniffing. */
const PROOF_HEADERS = {
  'content-security-policy': "default-src 'none'; sandbox",
}

const UNCLEAN = 'Ábrela y mírala: en lote solo se aprueba lo que está limpio.'

/**
 * Decides several payments one after the other, or undoes decisions, each as if it were alone. One that is refused
 * says why and the others go on. A payment with warnings is never approved in bulk.
 * @throws AppError 422 MOTIVO_NECESARIO without the reason that a rejection needs.
 */
export async function decideBulk(ctx: Ctx, bulk: BulkDecision, operator: Operator): Promise<BulkAnswer> {
  const { decision, motivo } = bulk
  if (decision === 'rechazar' && motivo === undefined) {
    throw refusal('MOTIVO_NECESARIO', { details: 'Escribe el motivo: los compradores lo van a leer.' })
  }
  const resultados: BulkAnswer['resultados'] = []
  for (const { id, version } of bulk.compras) {
    try {
      await requireFree(ctx, id, operator)
      if (decision === 'aprobar') {
        if ((await worstNow(ctx, id)) !== 'bien') throw refusal('TIENE_AVISOS', { details: UNCLEAN })
        await approveAs(ctx, id, version, operator)
      } else if (decision === 'rechazar') {
        await rejectPurchase(ctx, id, version, { actor: operator, motivo: motivo ?? '' })
      } else {
        await undoDecision(ctx, id, version, operator)
      }
      resultados.push(decidedResult(id, await readUndoable(ctx, id)))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      resultados.push(refusedResult(id, error))
    }
  }
  return { resultados }
}

async function readUndoable(ctx: Ctx, id: number): Promise<string | null> {
  const purchase = await findPurchase(ctx.db.read, id)
  const reservation = purchase && (await findReservation(ctx.db.read, purchase.reserva_id))
  // Of a raffle that was drawn nothing has just been decided.
  return purchase && reservation ? undoableUntil(purchase, reservation, false, ctx.clock.now()) : null
}

/** One purchase with all that a decision needs. @param operatorId the caller. @throws AppError 404 */
export async function readPurchase(ctx: Ctx, id: number, operatorId: number): Promise<ReviewedPurchase> {
  const sql = ctx.db.read
  const now = ctx.clock.now()
  const purchase = await requirePurchase(sql, id)
  const [around, proof, undrawable, comprobaciones, claim] = await Promise.all([
    readAround(sql, purchase),
    findProof(sql, purchase.comprobante),
    findUndrawable(sql, purchase.comprobante),
    checkReport(sql, purchase),
    findClaim(sql, id, now),
  ])
  const { raffle, reservation } = around
  const numeros_fijos = areNumbersFixed(raffle, now)
  return {
    ...describeDetail(around),
    ...describeItem(purchase, comprobaciones, claim ? describeClaim(claim, operatorId) : null),
    comprobante: proof ? describeProof(id, proof, undrawable) : null,
    comprobaciones,
    numeros_fijos,
    en_venta: !isOver(raffle, now),
    gracia_segundos: raffle.gracia_segundos,
    deshacible_hasta: undoableUntil(purchase, reservation, numeros_fijos, now),
  }
}
