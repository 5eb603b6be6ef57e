import type { FastifyInstance } from 'fastify'
import { done, serve } from '#access/server/serve.ts'
import { requireFreshFactor } from '#operators/server/factor/require-fresh-factor.ts'
import { missingReason, refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { sendTagged, tagJson } from '#platform/server/http/etag.ts'
import { RATE_CALLS, RATE_OFFER_CALLS } from '../calls.ts'
import { currentRate, rateInForce, readStatus } from './current-rate.ts'
import { enterRateOfDay } from './rate-of-day.ts'
import { chooseReference, enterRate, readRate, readValueDay, requireFixed, setFixedRate } from './set-rate.ts'
import { readSettings } from './store.ts'

export function rateRoutes(app: FastifyInstance, ctx: Ctx): void {
  serve(app, ctx, RATE_OFFER_CALLS, {
    'GET /api/rifas/tasa-bcv': async ({ request, reply }) => {
      const rate = await rateInForce(ctx)
      if (!rate) throw refusal('TASA_NO_DISPONIBLE')
      return sendTagged(request, reply, tagJson(rate))
    },
  })

  serve(app, ctx, RATE_CALLS, {
    'GET /api/panel/tasa': () => readStatus(ctx),
    'POST /api/panel/tasa': async ({ operator, body }) => {
      const { codigo, motivo, ...choice } = body
      const fixed = choice.referencia === 'fija' ? choice.tasa : undefined
      // A request that would be refused anyway does not spend the code.
      if (fixed !== undefined) readRate(fixed)
      else if (choice.referencia === 'fija') requireFixed(await readSettings(ctx.db.read))
      if (motivo === undefined && (await currentRate(ctx)) !== null) throw missingReason()
      await requireFreshFactor(ctx, operator, codigo, 'cambiar la tasa')
      if (fixed !== undefined) await setFixedRate(ctx, fixed, { actor: operator, motivo })
      else await chooseReference(ctx, choice.referencia, { actor: operator, motivo })
      return readStatus(ctx)
    },
    'POST /api/panel/tasa/hoy': ({ operator, body }) =>
      done(enterRateOfDay(ctx, body.tasa, operator), () => readStatus(ctx)),
    'POST /api/panel/tasa/publicada': async ({ operator, body }) => {
      const { codigo, motivo, ...published } = body
      readRate(published.tasa)
      readValueDay(published.fecha_valor, ctx.clock.now())
      if (motivo === undefined && (await currentRate(ctx)) !== null) throw missingReason()
      await requireFreshFactor(ctx, operator, codigo, 'escribir una tasa')
      await enterRate(ctx, published, { actor: operator, motivo })
      return readStatus(ctx)
    },
  })
}
