import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serve } from '#access/server/serve.ts'
import { isRefusal, notFound, refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { clientBucket } from '#platform/server/http/client-bucket.ts'
import { HOLD_SECONDS } from '#tickets/quantity.ts'
import { clientOf, markClient } from '#tickets/server/shares/client-mark.ts'
import { PURCHASE_CALLS } from '../calls.ts'
import { normaliseCedula } from '../cedula.ts'
import { PROOF_REQUIRED } from '../messages.ts'
import { PAYER_FIELDS } from '../rules.ts'
import { chooseMethod } from './cents/give-cents.ts'
import { correctPurchase } from './correction/correct-purchase.ts'
import type { ClaimedUntil } from './correction/correction-turn.ts'
import { readOwnPurchase } from './read-own-purchase.ts'
import { answerAgain, findWithHold } from './report/find-reported.ts'
import { readReport } from './report/read-report.ts'
import { oncePerKey, readKey, receiveForm } from './report/receive-form.ts'
import { fingerprint, reportPurchase } from './report/report-purchase.ts'

/** Serves the visitors' calls on purchases. @param claimedUntil of the room that judges: an open review refuses corrections. */
export function purchaseRoutes(app: FastifyInstance, ctx: Ctx, claimedUntil: ClaimedUntil): void {
  const once = oncePerKey()

  async function report(request: FastifyRequest, manual: boolean) {
    const key = readKey(request)
    return once(key, async () => {
      const { fields, proof } = await receiveForm(ctx, request)
      try {
        const report = {
          ...readReport(ctx, fields, manual),
          cliente: markClient(ctx.keys, clientBucket(request)).cliente,
        }
        if (proof === null)
          throw refusal('DATOS_INVALIDOS', {
            error: 'Falta el comprobante',
            details: PROOF_REQUIRED,
            campos: { comprobante: PROOF_REQUIRED },
          })
        const idempotency = key === null ? null : { clave: key, huella: fingerprint(fields, proof) }
        return await reportPurchase(ctx, report, proof, idempotency, null, clientOf(ctx, request))
      } catch (error) {
        await proof?.file.discard()
        // The hold of a report that arrived proves it, even if the form has changed since.
        const reported =
          isRefusal(error) && error.code !== 'CLAVE_REUTILIZADA'
            ? await findWithHold(ctx.db.read, fields['apartado']?.trim() || null)
            : null
        if (!reported) throw error
        const { cedula = '', referencia = '' } = fields
        const again = { cedula: normaliseCedula(cedula) ?? '', referencia: referencia.trim(), metodo_pago: null }
        return answerAgain(reported, again)
      }
    })
  }

  serve(app, ctx, PURCHASE_CALLS, {
    'POST /api/rifas/participantes': ({ request }) => report(request, false),
    'POST /api/rifas/participantes/manual': ({ request }) => report(request, true),
    'POST /api/rifas/apartado/compra': async ({ body: { apartado } }) => {
      const reported = await findWithHold(ctx.db.read, apartado)
      // Its token is for visitors who lost the answer. It ends as a hold does: the private page has a secret of its own.
      if (!reported || reported.creado_en + HOLD_SECONDS * 1000 <= ctx.clock.now())
        throw notFound('Con ese apartado no se ha reportado ningún pago')
      return reported.answer
    },
    'POST /api/rifas/apartado/metodo': ({ body }) => chooseMethod(ctx, body.apartado, body.metodo_id),
    'POST /api/rifas/mi-compra': ({ body }) => readOwnPurchase(ctx, body.secreto),
    'POST /api/rifas/mi-compra/corregir': async ({ request }) => {
      const { fields, proof } = await receiveForm(ctx, request)
      const { referencia, fecha, secreto = '' } = fields
      const said = PAYER_FIELDS.filter((field) => fields[field] !== undefined)
      const correction = {
        ...(referencia === undefined ? {} : { referencia: referencia.trim() }),
        ...(fecha === undefined ? {} : { fecha: fecha.trim() }),
        ...(said[0] && { pagador: Object.fromEntries(said.map((field) => [field, fields[field]])) }),
        proof,
        client: clientOf(ctx, request),
      }
      await correctPurchase(ctx, secreto, correction, claimedUntil)
      return readOwnPurchase(ctx, secreto)
    },
  })
}
