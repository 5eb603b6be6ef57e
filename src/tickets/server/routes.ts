import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { serve } from '#access/server/serve.ts'
import { notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { sendTagged, type TaggedBody, tagBody, tagJson } from '#platform/server/http/etag.ts'
import { readRaffle } from '#raffles/server/read-raffle.ts'
import { BITMAP_TYPE, TICKET_CALLS } from '../calls.ts'
import { listNumbers, type NumberStates, readStates } from './numbers/number-states.ts'
import { listExpiredNumbers } from './numbers/number-store.ts'
import { nextExpiry, readAvailability } from './read-availability.ts'

export function ticketRoutes(app: FastifyInstance, ctx: Ctx): void {
  serve(app, ctx, TICKET_CALLS, {
    'GET /api/rifas/:id/status': async ({ params, request, reply }) => {
      const availability = await readAvailability(ctx, params.id)
      if (!availability) throw notFound('Esta rifa no existe')
      return sendTagged(request, reply, tagJson(availability))
    },
    'GET /api/rifas/:id/numeros': async ({ params: { id }, request, reply }) => {
      reply.header('vary', 'accept')
      const grid = await readGrid(ctx, id)
      if (!grid) throw notFound('Esta rifa no existe')
      // One bit a number: 1.25 kB for 10,000, for the page's own grid.
      if (request.headers.accept?.includes(BITMAP_TYPE)) return sendTagged(request, reply, grid.bitmap)
      const codes = grid.states.codes.slice()
      for (const place of grid.expired) codes[place] = 0
      const etag = `W/"${createHash('sha256').update(codes).digest('base64url').slice(0, 22)}"`
      reply.header('etag', etag).header('cache-control', 'no-cache')
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
      return reply.type('application/json; charset=utf-8').send(Readable.from(listNumbers(codes, grid.states.digits)))
    },
  })
}

/** The numbers as visitors see them at one moment. */
interface Grid {
  states: NumberStates
  /** Their time is over and nobody has given them back yet; they count as `disponible`. */
  expired: number[]
  bitmap: TaggedBody
  /** Key of the data from which the bitmap was made. */
  made: string
}

/** The last of each raffle: most sales change no number's state, and then its bytes are still right. */
const made = new WeakMap<NumberStates, Grid>()

/** From memory until something of the raffle changes; null when visitors see no such raffle. */
function readGrid(ctx: Ctx, raffleId: number): Promise<Grid | null> {
  return ctx.snapshots.get(`rifa:${raffleId}:numeros`, async () => {
    const raffle = await readRaffle(ctx, raffleId)
    if (!raffle) return { value: null }
    const now = ctx.clock.now()
    const freshUntil = await nextExpiry(ctx, raffleId, now)
    const states = await readStates(ctx, raffle)
    const numbers = await listExpiredNumbers(ctx.db.read, raffleId, now)
    const expired = numbers.map(Number).filter((place) => place < raffle.total_numeros)
    return { value: makeGrid(states, expired), freshUntil }
  })
}

function makeGrid(states: NumberStates, expired: number[]): Grid {
  const of = `${states.edits} ${expired}`
  const last = made.get(states)
  if (last?.made === of) return last
  const bits = Buffer.from(states.bits)
  for (const place of expired) bits[place >> 3] = (bits[place >> 3] ?? 0) | (1 << (place & 7))
  const grid = { states, expired, bitmap: tagBody(bits, BITMAP_TYPE), made: of }
  made.set(states, grid)
  return grid
}
