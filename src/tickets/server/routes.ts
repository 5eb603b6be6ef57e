import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { serve } from '#access/server/serve.ts'
import type { Instant } from '#platform/clock.ts'
import { notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { sendTagged, type TaggedBody, tagBody, tagJson } from '#platform/server/http/etag.ts'
import type { RaffleAnswer } from '#raffles/contract.ts'
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
      if (request.headers.accept?.includes(BITMAP_TYPE)) {
        const bitmap = await readBitmap(ctx, id)
        if (!bitmap) throw notFound('Esta rifa no existe')
        return sendTagged(request, reply, bitmap)
      }
      const numbers = await readNumbers(ctx, id)
      if (!numbers) throw notFound('Esta rifa no existe')
      reply.header('etag', numbers.etag).header('cache-control', 'no-cache')
      if (request.headers['if-none-match']?.includes(numbers.etag)) return reply.code(304).send()
      return reply.type('application/json; charset=utf-8').send(Readable.from(numbers.chunks))
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
    return { value: makeGrid(states, await expiredPlaces(ctx, raffle, now)), freshUntil }
  })
}

async function expiredPlaces(ctx: Ctx, raffle: RaffleAnswer, now: Instant): Promise<number[]> {
  const numbers = await listExpiredNumbers(ctx.db.read, raffle.id, now)
  return numbers.map(Number).filter((place) => place < raffle.total_numeros)
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

/** One bit a number: 1.25 kB for 10,000, for the page's own grid. */
async function readBitmap(ctx: Ctx, raffleId: number): Promise<TaggedBody | null> {
  return (await readGrid(ctx, raffleId))?.bitmap ?? null
}

/** The contract's array, with a tag of its states. */
async function readNumbers(ctx: Ctx, raffleId: number): Promise<{ etag: string; chunks: Iterable<string> } | null> {
  const grid = await readGrid(ctx, raffleId)
  if (!grid) return null
  const codes = grid.states.codes.slice()
  for (const place of grid.expired) codes[place] = 0
  const etag = `W/"${createHash('sha256').update(codes).digest('base64url').slice(0, 22)}"`
  return { etag, chunks: listNumbers(codes, grid.states.digits) }
}
