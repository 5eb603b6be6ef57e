import type { Operator } from '#access/contract.ts'
import { readDueDeeds } from '#draw/server/due-deeds.ts'
import { readLastCopy } from '#house/server/backups/last-copy.ts'
import { readReversed } from '#money/server/read-reversed.ts'
import type { MethodKind } from '#payment-methods/methods.ts'
import { addDays, type CalendarDate, dayInCaracas, writeInstant } from '#platform/clock.ts'
import { moneyOfCents } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { idsOf } from '#platform/server/db/many.ts'
import type { Currency } from '#raffles/contract.ts'
import { listPanelRaffles } from '#raffles/server/read-panel-raffles.ts'
import { ticketsOfRaffle } from '#tickets/server/raffle-sales.ts'
import { reportedByFew } from '#tickets/server/shares/connections.ts'
import type { CurrencySales, Home, Sales } from '../home-contract.ts'
import { HOME_DAYS } from '../limits.ts'

const GOING_ON: readonly string[] = ['publicada', 'pausada', 'cerrada']

/** Data of the panel's home, apart from the queue and the rate, which every screen requests. */
export async function readHome(ctx: Ctx, operator: Pick<Operator, 'id'>): Promise<Home> {
  const today = dayInCaracas(ctx.clock.now())
  const [raffles, failed, { free, total, level }, sorteos, respaldo, reversed] = await Promise.all([
    listPanelRaffles(ctx, ticketsOfRaffle),
    oldestFailedMail(ctx),
    ctx.space(),
    readDueDeeds(ctx, operator),
    readLastCopy(ctx),
    readReversed(ctx),
  ])
  const going = raffles.filter(({ estado, archivada }) => !archivada && GOING_ON.includes(estado))
  const few = await reportedByFew(ctx.db.read, idsOf(going))
  const titles = new Map(raffles.map(({ id, titulo }) => [id, titulo]))
  return {
    hoy: today,
    ventas: await readDaySales(ctx.db.read, today, titles),
    rifas: going.map((raffle) => ({ ...raffle, de_pocos: few.get(raffle.id) ?? 0 })),
    sorteos,
    hora_en_duda: (await ctx.time.sure()) ? null : writeInstant(ctx.clock.now()),
    revertidas: new Set(reversed.flatMap(({ compras }) => compras.map(({ id }) => id))).size,
    espacio: level === 'bien' ? null : { free, total, grave: level === 'grave' },
    respaldo,
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

/** Purchases that are alike, as the counters of their day have them. */
interface Counted {
  dia: CalendarDate
  rifa_id: number
  metodo_pago: string
  vendida_por: string
  moneda: Currency
  estado: string
  cuantas: number
  centimos: bigint
}

/**
 * Sales of the last days by day, and of today by method and by raffle. They come from the counters that every report and
 * every decision keeps (docs/decisions/020-search.md), so a million purchases cost as much as ten.
 */
async function readDaySales(
  sql: Sql,
  today: CalendarDate,
  titles: ReadonlyMap<number, string>,
): Promise<CurrencySales[]> {
  const days = Array.from({ length: HOME_DAYS }, (_, index) => addDays(today, index - HOME_DAYS + 1))
  const counted = await listCounted(sql, days[0] ?? today, today)
  return [...Map.groupBy(counted, ({ moneda }) => moneda)]
    .sort(([, a], [, b]) => countOf(b) - countOf(a))
    .map(([moneda, rows]) => {
      const now = rows.filter(({ dia }) => dia === today)
      return {
        moneda,
        dias: days.map((dia) => ({ dia, ...sumUp(rows.filter((row) => row.dia === dia)) })),
        metodos: ranked(now, paidBy).map(([metodo, those]) => ({
          metodo,
          ...sumUp(those),
        })),
        rifas: ranked(now, ({ rifa_id }) => rifa_id).map(([id, those]) => ({
          id,
          titulo: titles.get(id) ?? '',
          ...sumUp(those),
        })),
      }
    })
}

async function listCounted(sql: Sql, from: CalendarDate, to: CalendarDate): Promise<Counted[]> {
  const rows = await sql
    .selectFrom('purchase_counts')
    .select(['dia', 'rifa_id', 'metodo_pago', 'vendida_por', 'moneda', 'estado'])
    .select((row) => [row.fn.sum('cuantas').as('cuantas'), row.fn.sum('centimos').as('centimos')])
    .where('dia', '>=', from)
    .where('dia', '<=', to)
    .where('estado', 'in', ['confirmado', 'en revision'])
    .groupBy(['dia', 'rifa_id', 'metodo_pago', 'vendida_por', 'moneda', 'estado'])
    .execute()
  return rows
    .map((row) => ({ ...row, cuantas: Number(row.cuantas), centimos: BigInt(row.centimos) }))
    .filter(({ cuantas }) => cuantas > 0)
}

function paidBy({ metodo_pago, vendida_por }: Counted): CurrencySales['metodos'][number]['metodo'] {
  if (metodo_pago !== '') return metodo_pago as MethodKind
  return vendida_por === '' ? null : 'efectivo'
}

/** In groups, the one that came to most first. */
function ranked<Key>(rows: Counted[], keyOf: (row: Counted) => Key): [Key, Counted[]][] {
  return [...Map.groupBy(rows, keyOf)].sort(([, a], [, b]) => Number(centsOf(b) - centsOf(a)))
}

function sumUp(rows: readonly Counted[]): Sales {
  const of = (estado: string) => {
    const those = rows.filter((row) => row.estado === estado)
    return { cuantas: countOf(those), monto: moneyOfCents(centsOf(those)) }
  }
  return { confirmado: of('confirmado'), en_revision: of('en revision') }
}

function countOf(rows: readonly Counted[]): number {
  return rows.reduce((sum, { cuantas }) => sum + cuantas, 0)
}

function centsOf(rows: readonly Counted[]): bigint {
  return rows.reduce((sum, { centimos }) => sum + centimos, 0n)
}
