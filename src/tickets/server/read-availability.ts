import type { Instant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import { readRaffle } from '#raffles/server/read-raffle.ts'
import type { AvailabilityAnswer } from '../contract.ts'
import { heldByFew } from './shares/connections.ts'
import { findStock } from './store.ts'

/** Tickets left in a raffle, right the moment a purchase changes it; null when visitors see no such raffle. */
export function readAvailability(ctx: Ctx, raffleId: number): Promise<AvailabilityAnswer | null> {
  return ctx.snapshots.get(`rifa:${raffleId}:disponibilidad`, async () => {
    const raffle = await readRaffle(ctx, raffleId)
    if (!raffle) return { value: null }
    const now = ctx.clock.now()
    const [stock, expired, next] = await Promise.all([
      findStock(ctx.db.read, raffleId),
      expiredTickets(ctx, raffleId, now),
      nextExpiry(ctx, raffleId, now),
    ])
    const unheld = (stock?.libres ?? raffle.total_numeros) + expired
    // Tickets held by few connections are for payers (hold/take-hold.ts): without it nobody could pay.
    const free = unheld < raffle.minimo ? unheld + (await heldByFew(ctx.db.read, raffleId, now)) : unheld
    const rifa = {
      id: raffleId,
      estado: raffle.estado,
      porcentaje_disponible: percentage(free, raffle.total_numeros),
      numeros_disponibles: free,
      total_numeros: raffle.total_numeros,
    }
    return { value: { success: true, data: { rifa } }, freshUntil: next }
  })
}

/** When time alone next frees tickets of the raffle; null when nothing expires. */
export async function nextExpiry(ctx: Ctx, raffleId: number, now: Instant): Promise<Instant | null> {
  const row = await ctx.db.read
    .selectFrom('reservations')
    .select('vence_en')
    .where('rifa_id', '=', raffleId)
    .where('vence_en', '>', now)
    .orderBy('vence_en')
    .limit(1)
    .executeTakeFirst()
  return row?.vence_en ?? null
}

/** Expired tickets that nobody has given back yet: they count as free. */
async function expiredTickets(ctx: Ctx, raffleId: number, now: Instant): Promise<number> {
  const row = await ctx.db.read
    .selectFrom('reservations')
    .select((select) => select.fn.coalesce(select.fn.sum<number>('cantidad'), select.lit(0)).as('cantidad'))
    .where('rifa_id', '=', raffleId)
    .where('vence_en', '<=', now)
    .where('estado', 'in', ['apartado', 'en revision'])
    .executeTakeFirst()
  return Number(row?.cantidad ?? 0)
}

/** Two decimals, rounded down so that 'agotado' is never shown as a rest and a rest never as everything. */
function percentage(free: number, total: number): number {
  if (free === 0) return 0
  return Math.max(0.01, Math.floor((free * 10_000) / total) / 100)
}
