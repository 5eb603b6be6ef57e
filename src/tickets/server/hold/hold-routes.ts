import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { serve } from '#access/server/serve.ts'
import { after, waitText } from '#platform/clock.ts'
import { type AppError, refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { clientBucket } from '#platform/server/http/client-bucket.ts'
import { isOver } from '#raffles/server/settled.ts'
import { HOLD_CALLS, TAKE_CALLS } from '../../calls.ts'
import type { HoldAnswer } from '../../contract.ts'
import { HOLD_SECONDS } from '../../quantity.ts'
import { giveUp } from '../moves.ts'
import { decideAlone } from '../path/open-raffle.ts'
import { onSale } from '../raffle-on-sale.ts'
import type { ReservationState } from '../schema.ts'
import { clientOf } from '../shares/client-mark.ts'
import { findByToken, numbersOf } from '../store.ts'
import { describeHold } from './describe-hold.ts'
import { findLiveHold, requireLive } from './live-hold.ts'
import { takeHold } from './take-hold.ts'

const OPEN: ReadonlySet<ReservationState> = new Set(['apartado', 'cedido'])

/** Holds that one connection may take in the time of one hold: ten for each of 200 visitors behind a phone company's address. */
const TAKEN = 2_000

export async function holdRoutes(app: FastifyInstance, ctx: Ctx): Promise<void> {
  await app.register(async (limited) => {
    if (ctx.config.abuseLimits) {
      await limited.register(rateLimit, {
        max: TAKEN,
        timeWindow: HOLD_SECONDS * 1000,
        keyGenerator: clientBucket,
        errorResponseBuilder: (_request, { ttl }) => tooMany(ttl),
      })
    }
    serve(limited, ctx, TAKE_CALLS, {
      'POST /api/rifas/:id/apartados': ({ params: { id }, body, request }) =>
        takeHold(ctx, id, body, clientOf(ctx, request)),
    })
  })

  serve(app, ctx, HOLD_CALLS, {
    'POST /api/rifas/apartado': ({ body }) => readHold(ctx, body.apartado),
    'POST /api/rifas/apartado/renovar': ({ body }) => renewHold(ctx, body.apartado),
    'POST /api/rifas/apartado/soltar': ({ body }) => releaseHold(ctx, body.apartado),
  })
}

function tooMany(ttl: number): AppError {
  const seconds = Math.ceil(ttl / 1000)
  return refusal('DEMASIADOS_APARTADOS', {
    details: `Desde tu conexión se apartaron boletos demasiadas veces. Intenta de nuevo en ${waitText(seconds)}.`,
    permitidos: 0,
    wait: seconds,
  })
}

/** How much time a hold has left, for a page that slept or was reloaded. @throws AppError 404 APARTADO_VENCIDO */
async function readHold(ctx: Ctx, token: string): Promise<HoldAnswer> {
  const now = ctx.clock.now()
  const hold = await findLiveHold(ctx.db.read, token, now)
  const numbers = await numbersOf(ctx.db.read, [hold.id])
  return describeHold(hold, numbers.get(hold.id) ?? [], now)
}

/** The visitor closed the payment: the tickets go back on sale. A hold that is over or was reported is left as it is. */
async function releaseHold(ctx: Ctx, token: string): Promise<void> {
  const found = await findByToken(ctx.db.read, token)
  if (!found || !OPEN.has(found.estado)) return
  await decideAlone(ctx, found.rifa_id, { tokens: [token] }, (state) => {
    const hold = state.withToken(token)
    if (!hold || !OPEN.has(hold.estado)) return
    // The page closes itself when the time is over: that hold ran out, nobody gave it back.
    const over = hold.vence_en !== null && hold.vence_en <= state.now
    giveUp(state, hold, over ? 'vencido' : 'liberado')
  })
}

/**
 * Gives a live hold 600 seconds from now, once. The quote stays as it was: the visitor may be paying that amount now.
 * @throws AppError 404 APARTADO_VENCIDO, 409 APARTADO_YA_RENOVADO | RIFA_CERRADA
 */
async function renewHold(ctx: Ctx, token: string): Promise<HoldAnswer> {
  const found = await findLiveHold(ctx.db.read, token, ctx.clock.now())
  return decideAlone(ctx, found.rifa_id, { tokens: [token] }, (state) => {
    const { raffle, now } = state
    // A pause ends; a close does not: holds keep the time that they have then.
    if (raffle.estado !== 'pausada' || isOver(raffle, now)) onSale(raffle, now)
    const hold = requireLive(state.withToken(token), now)
    if (hold.renovado > 0) throw refusal('APARTADO_YA_RENOVADO')
    state.set(hold, { vence_en: after(now, HOLD_SECONDS * 1000), renovado: 1 })
    return describeHold(hold, state.numbersOf(hold), now)
  })
}
