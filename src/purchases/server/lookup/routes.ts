import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serve } from '#access/server/serve.ts'
import { guessWait, takeGuess } from '#operators/server/sign-in/spend-guess.ts'
import { waitText } from '#platform/clock.ts'
import { refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { type Client, clientOf } from '#tickets/server/shares/client-mark.ts'
import { numbersOf } from '#tickets/server/store.ts'
import { LOOKUP_CALLS } from '../../calls.ts'
import { normaliseCedula } from '../../cedula.ts'
import type { Participation } from '../../contract.ts'

export function lookupRoutes(app: FastifyInstance, ctx: Ctx): void {
  serve(app, ctx, LOOKUP_CALLS, {
    'GET /api/rifas/participante/cedula/:cedula': ({ params, request }) => answer(request, params.cedula),
    'POST /api/rifas/participante/buscar': ({ body, request }) => answer(request, body.cedula),
  })

  async function answer(request: FastifyRequest, text: string) {
    const cedula = normaliseCedula(text)
    if (cedula === null) {
      throw refusal('CEDULA_INVALIDA', { message: 'Escribe una cédula válida: V o E y de 5 a 9 números.' })
    }
    const client = clientOf(ctx, request)
    if (client) await countLookup(ctx, client, cedula)
    return { participaciones: await findParticipations(ctx, cedula) }
  }
}

/**
 * Counts a lookup before it is answered. For an hour a connection may repeat what it asked; repeated and refused lookups write nothing.
 * @param cedula normalised.
 * @throws AppError 429 DEMASIADAS_CONSULTAS
 */
export async function countLookup(ctx: Ctx, { cliente, red }: Client, cedula: string): Promise<void> {
  const now = ctx.clock.now()
  // Another text for each caller: a reader of the table finds neither the cédula nor other callers for it.
  const asked = createHmac('sha256', ctx.keys.derive('consultas')).update(`${cliente} ${cedula}`).digest('base64url')
  const counts = [['consulta', cliente] as const, ...(red === cliente ? [] : [['consulta-red', red] as const])]
  if ((await guessWait(ctx.db.read, 'consultada', asked, now)) > 0) return
  for (const [bucket, whose] of counts) refuseFor(await guessWait(ctx.db.read, bucket, whose, now))
  await ctx.db.write('consultas', async (tx) => {
    if ((await takeGuess(tx, 'consultada', asked, now)) > 0) return
    for (const [bucket, whose] of counts) refuseFor(await takeGuess(tx, bucket, whose, now))
  })
}

/** @param wait milliseconds. */
function refuseFor(wait: number): void {
  if (wait === 0) return
  const seconds = Math.ceil(wait / 1000)
  const details = `Hiciste muchas consultas desde esta conexión. Intenta de nuevo en ${waitText(seconds)}.`
  throw refusal('DEMASIADAS_CONSULTAS', { details, message: details, wait: seconds })
}

/** More purchases than any person has; keeps an answer from growing without end. */
const MOST = 500

/** Of no reservation: numbers are queried also where there are none, so that unknown cédulas are not answered sooner. */
const NOBODYS = 0

/**
 * A person's participations, by the exact cédula: raffle, numbers, state and quantity, never a name. Unknown cédulas take
 * the same path and give an empty list. If only a rejected report is left, the answer says so once and without its
 * quantity: the reason, and the way back, are behind the buyer's private link (docs/decisions/013-shop-pages.md).
 * @param cedula normalised, `V12345678`.
 */
export async function findParticipations(ctx: Ctx, cedula: string): Promise<Participation[]> {
  const purchases = await ctx.db.read
    .selectFrom('purchases')
    .innerJoin('reservations', 'reservations.id', 'purchases.reserva_id')
    .select(['reserva_id', 'purchases.rifa_id', 'purchases.estado', 'cantidad_tickets'])
    .select('reservations.estado as reserva')
    .where('cedula', '=', cedula)
    .where('purchases.estado', '!=', 'anulado')
    // Anybody may have written this cédula into a fake.
    .where('falsa', '=', 0)
    // Rejected ones are last: they crowd no other out.
    .orderBy((row) => row.case().when('purchases.estado', '=', 'rechazado').then(1).else(0).end())
    .orderBy('purchases.id')
    .limit(MOST)
    .execute()
  const confirmed = purchases.filter(({ estado }) => estado === 'confirmado').map(({ reserva_id }) => reserva_id)
  const numbers = await numbersOf(ctx.db.read, confirmed.length > 0 ? confirmed : [NOBODYS])
  const shown: Participation[] = []
  for (const { reserva_id, rifa_id, estado, cantidad_tickets, reserva } of purchases) {
    const rejected = estado === 'rechazado'
    if (rejected && shown.some((other) => other.rifa_id === rifa_id)) continue
    const cantidad = rejected ? 0 : cantidad_tickets
    const numeros = estado === 'confirmado' ? (numbers.get(reserva_id) ?? []) : []
    shown.push({ rifa_id, numeros, estado, cantidad, en_espera: estado === 'en revision' && reserva === 'en espera' })
  }
  return shown
}
