import type { Instant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import { readRaffle } from '#raffles/server/read-raffle.ts'
import type { AvailabilityAnswer } from '../contract.ts'
import { ticketsOfRaffle } from './raffle-sales.ts'
import { heldByFew } from './shares/connections.ts'

/** Tickets left in a raffle, right the moment a purchase changes it; null when visitors see no such raffle. */
export function readAvailability(ctx: Ctx, raffleId: number): Promise<AvailabilityAnswer | null> {
  return ctx.snapshots.get(`rifa:${raffleId}:disponibilidad`, async () => {
    const raffle = await readRaffle(ctx, raffleId)
    if (!raffle) return { value: null }
    const now = ctx.clock.now()
    const [sales, next] = await Promise.all([
      ticketsOfRaffle.read(ctx.db.read, [raffle], now),
      nextExpiry(ctx, raffleId, now),
    ])
    const unheld = sales.get(raffleId)?.libres ?? raffle.total_numeros
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

/** Two decimals, rounded down so that 'agotado' is never shown as a rest and a rest never as everything. */
function percentage(free: number, total: number): number {
  if (free === 0) return 0
  return Math.max(0.01, Math.floor((free * 10_000) / total) / 100)
}
