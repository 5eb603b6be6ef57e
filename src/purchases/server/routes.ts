import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError, isRefusal, notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { clientBucket } from '#platform/server/http/client-bucket.ts'
import { describe } from '#platform/server/http/describe.ts'
import { tagBody } from '#platform/server/http/etag.ts'
import { parse } from '#platform/server/http/parse.ts'
import { turnAnswer } from '#tickets/contract.ts'
import { clientOf, markClient } from '#tickets/server/shares/client-mark.ts'
import { answerTurn } from '#tickets/server/waiting/answer-turn.ts'
import { ownPurchase, purchaseAnswer, purchaseForm } from '../contract.ts'
import { PROOF_REQUIRED } from '../messages.ts'
import { correctPurchase } from './correction/correct-purchase.ts'
import type { ClaimedUntil } from './correction/correction-turn.ts'
import { readOwnPurchase } from './read-own-purchase.ts'
import { answerWithHold } from './report/find-reported.ts'
import { readKey, stillRunning } from './report/read-key.ts'
import { readReport } from './report/read-report.ts'
import { receiveForm } from './report/receive-form.ts'
import { fingerprint, reportPurchase } from './report/report-purchase.ts'
import { requireCorrectionWork, requireReportWork, workRoutes } from './report/work-of-form.ts'
import { findBySecret } from './store.ts'

const holdParams = z.object({ token: z.string().min(1).max(64) })
const secret = z.object({ secreto: z.string().min(1).max(64) })

/** What visitors report, see and correct. @param claimedUntil of the room that judges: what is being judged is not corrected. */
export function purchaseRoutes(app: FastifyInstance, ctx: Ctx, claimedUntil: ClaimedUntil): void {
  /** Keys whose first request is still being served by this process. */
  const running = new Set<string>()

  async function report(request: FastifyRequest, manual: boolean) {
    const key = readKey(request, 'optional')
    if (key !== null && running.has(key)) throw stillRunning()
    if (key !== null) running.add(key)
    try {
      const { fields, proof } = await receiveForm(ctx, request)
      try {
        const report = {
          ...readReport(ctx, fields, manual),
          cliente: markClient(ctx.keys, clientBucket(request)).cliente,
        }
        if (proof === null) throw missingProof()
        await requireReportWork(ctx, request, report, key)
        const idempotency = key === null ? null : { clave: key, huella: fingerprint(fields, proof) }
        return await reportPurchase(ctx, report, proof, idempotency, null, clientOf(ctx, request))
      } catch (error) {
        await proof?.file.discard()
        // Of a report that arrived its hold tells, whatever has become of the form since.
        const reported =
          isRefusal(error) && error.code !== 'CLAVE_REUTILIZADA'
            ? await answerWithHold(ctx.db.read, fields['apartado']?.trim() || null)
            : null
        if (reported) return reported
        throw error
      }
    } finally {
      if (key !== null) running.delete(key)
    }
  }

  workRoutes(app, ctx)
  const answers = { 201: purchaseAnswer }
  app.post(
    '/api/rifas/participantes',
    {
      schema: describe({
        tag: 'compras',
        summary: 'Reportar un pago; los números se asignan al confirmarlo',
        form: true,
        body: purchaseForm,
        answers,
      }),
    },
    async (request, reply) => reply.code(201).send(await report(request, false)),
  )
  app.post(
    '/api/rifas/participantes/manual',
    {
      schema: describe({
        tag: 'compras',
        summary: 'Reportar un pago por números elegidos',
        form: true,
        body: purchaseForm,
        answers,
      }),
    },
    async (request, reply) => reply.code(201).send(await report(request, true)),
  )

  app.get(
    '/api/rifas/apartados/:token/compra',
    {
      schema: describe({
        tag: 'compras',
        summary: 'La compra que se reportó con ese apartado, para quien perdió la respuesta',
        params: holdParams,
        answers: { 200: purchaseAnswer },
      }),
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const answer = await answerWithHold(ctx.db.read, parse(holdParams, request.params).token)
      if (!answer) throw notFound('Con ese apartado no se ha reportado ningún pago')
      return answer
    },
  )

  app.post(
    '/api/rifas/mi-compra',
    {
      schema: describe({
        tag: 'compras',
        summary: 'Ver una compra con su secreto',
        body: secret,
        answers: { 200: ownPurchase },
      }),
    },
    async (request, reply) => {
      const purchase = await readOwnPurchase(ctx, parse(secret, request.body).secreto)
      const { bytes, etag, type } = tagBody(JSON.stringify(purchase))
      // Kept by nobody; the page that is waiting for a decision holds the tag itself.
      reply.headers({ 'cache-control': 'no-store', etag })
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.type(type).send(bytes)
    },
  )

  app.post(
    '/api/rifas/mi-compra/trabajo',
    {
      schema: describe({
        tag: 'compras',
        summary: 'Trabajo que acerca el turno de una compra en espera de boletos',
        body: secret,
        answers: { 200: turnAnswer },
      }),
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const purchase = await findBySecret(ctx.db.read, parse(secret, request.body).secreto)
      if (!purchase) throw notFound('Esta compra no existe. Revisa que el enlace esté completo')
      return answerTurn(ctx, request, { id: purchase.reserva_id })
    },
  )

  app.post(
    '/api/rifas/mi-compra/corregir',
    {
      schema: describe({
        tag: 'compras',
        summary: 'Corregir el pago y enviarlo de nuevo',
        form: true,
        body: secret,
        answers: { 200: ownPurchase },
      }),
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      // Before the form is read: who has to work first sends it once.
      await requireCorrectionWork(ctx, request)
      const { fields, proof } = await receiveForm(ctx, request)
      const { referencia, fecha, secreto = '' } = fields
      const correction = {
        ...(referencia === undefined ? {} : { referencia: referencia.trim() }),
        ...(fecha === undefined ? {} : { fecha: fecha.trim() }),
        proof,
        client: clientOf(ctx, request),
      }
      await correctPurchase(ctx, secreto, correction, claimedUntil)
      return readOwnPurchase(ctx, secreto)
    },
  )
}

function missingProof(): AppError {
  return new AppError(422, 'DATOS_INVALIDOS', 'Falta el comprobante', PROOF_REQUIRED, {
    extra: { campos: { comprobante: PROOF_REQUIRED } },
  })
}
