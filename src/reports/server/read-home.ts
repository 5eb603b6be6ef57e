import { dayInCaracas } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import { listPanelRaffles } from '#raffles/server/read-panel-raffles.ts'
import { ticketsOfRaffle } from '#tickets/server/raffle-sales.ts'
import type { Home } from '../home-contract.ts'
import { readDaySales } from './read-day-sales.ts'

const GOING_ON: readonly string[] = ['publicada', 'pausada', 'cerrada']

/** What the panel opens with, beside the queue and the rate, which it asks for on every screen. */
export async function readHome(ctx: Ctx): Promise<Home> {
  const today = dayInCaracas(ctx.clock.now())
  const [raffles, failed, { free, total, level }] = await Promise.all([
    listPanelRaffles(ctx, ticketsOfRaffle),
    oldestFailedMail(ctx),
    ctx.space(),
  ])
  const titles = new Map(raffles.map(({ id, titulo }) => [id, titulo]))
  return {
    hoy: today,
    ventas: await readDaySales(ctx.db.read, today, titles),
    rifas: raffles.filter(({ estado, archivada }) => !archivada && GOING_ON.includes(estado)),
    espacio: level === 'bien' ? null : { free, total, grave: level === 'grave' },
    correo_fallido_desde: failed,
  }
}

async function oldestFailedMail(ctx: Ctx): Promise<string | null> {
  const row = await ctx.db.read
    .selectFrom('outbox')
    .select('creado_en')
    .where('estado', '=', 'fallido')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row ? new Date(row.creado_en).toISOString() : null
}
