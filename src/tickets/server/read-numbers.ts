import type { Ctx } from '#platform/server/context.ts'
import { type TaggedBody, tagBody } from '#platform/server/http/etag.ts'
import { numberText } from '#raffles/digits.ts'
import { readRaffle } from '#raffles/server/read-raffle.ts'
import type { NumberState } from '../contract.ts'
import { nextExpiry } from './read-availability.ts'
import { findStock } from './store.ts'

/** States by place; a number that is not in it is `disponible`. */
interface Grid {
  total: number
  digits: number
  owned: Map<string, Exclude<NumberState, 'disponible'>>
  bitmap: TaggedBody
  /** Of the array: every change of a number's state counts the version up, except the end of its time. */
  etag: string
}

export const BITMAP_TYPE = 'application/octet-stream'

/** The grid of a raffle, from memory until a number changes its state; null when visitors see no such raffle. */
function readGrid(ctx: Ctx, raffleId: number): Promise<Grid | null> {
  return ctx.snapshots.get(`rifa:${raffleId}:numeros`, async () => {
    const raffle = await readRaffle(ctx, raffleId)
    if (!raffle) return { value: null }
    const now = ctx.clock.now()
    const freshUntil = await nextExpiry(ctx, raffleId, now)
    const stock = await findStock(ctx.db.read, raffleId)
    const rows = await ctx.db.read
      .selectFrom('tickets')
      .select(['numero', 'estado'])
      .where('rifa_id', '=', raffleId)
      .execute()
    const freed = await ctx.db.read
      .selectFrom('tickets')
      .innerJoin('reservations', 'reservations.id', 'tickets.reserva_id')
      .select('numero')
      .where('reservations.rifa_id', '=', raffleId)
      .where('reservations.vence_en', '<=', now)
      .execute()
    const owned = new Map(rows.map((row) => [row.numero, row.estado]))
    for (const { numero } of freed) owned.delete(numero)
    const value: Grid = {
      total: raffle.total_numeros,
      digits: raffle.digitos,
      owned,
      etag: `W/"${stock?.version ?? 0}.${freed.length}"`,
      bitmap: tagBody(availabilityBits(raffle.total_numeros, owned.keys()), BITMAP_TYPE),
    }
    return { value, freshUntil }
  })
}

/** One bit a number, 1 when it is `disponible`; the first number is the lowest bit of the first byte. */
function availabilityBits(total: number, owned: Iterable<string>): Buffer {
  const bits = Buffer.alloc(Math.ceil(total / 8), 0xff)
  const rest = total % 8
  if (rest > 0) bits[bits.length - 1] = (1 << rest) - 1
  for (const numero of owned) {
    const place = Number(numero)
    bits[place >> 3] = (bits[place >> 3] ?? 0) & ~(1 << (place & 7))
  }
  return bits
}

/** 1.25 kB for 10,000 numbers, for the page's own grid. */
export async function readBitmap(ctx: Ctx, raffleId: number): Promise<TaggedBody | null> {
  return (await readGrid(ctx, raffleId))?.bitmap ?? null
}

const CHUNK = 5_000

/** The contract's array, in pieces, so that a million numbers never stand in memory as one text. */
export async function readNumbers(
  ctx: Ctx,
  raffleId: number,
): Promise<{ etag: string; chunks: Iterable<string> } | null> {
  const grid = await readGrid(ctx, raffleId)
  if (!grid) return null
  return { etag: grid.etag, chunks: pieces(grid) }
}

function* pieces(grid: Grid): Generator<string> {
  for (let start = 0; start < grid.total; start += CHUNK) {
    let text = start === 0 ? '[' : ','
    const end = Math.min(grid.total, start + CHUNK)
    for (let place = start; place < end; place++) {
      const numero = numberText(place, grid.digits)
      text += `${place === start ? '' : ','}{"numero":"${numero}","estado":"${grid.owned.get(numero) ?? 'disponible'}"}`
    }
    yield text
  }
  yield ']'
}
