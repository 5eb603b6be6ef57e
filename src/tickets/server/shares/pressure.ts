import { after, type Instant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { findRaffle, type Raffle } from '#raffles/server/store.ts'
import { MOMENT } from '../moves.ts'
import { findStock, type Stock } from '../store.ts'
import { countedOf, isCrowded } from './shares.ts'

/**
 * How hard pressed the tickets of a raffle are by holds.
 *
 * - 0: nothing is wrong. A busy sale, also one that sells out in minutes, or of which reports wait, is 0: whoever knows no more than the
 *   specification buys, or reads why he cannot.
 * - 1: most of what is left is on hold and hardly anybody reports a payment: a flood.
 * - 2: the same, and nothing is free.
 */
export type Pressure = 0 | 1 | 2

/** How long most of what is left must be on hold, with hardly a report, before that is no crowd of buyers (milliseconds). */
const UNREPORTED = 300_000
/** The same for few holds, or a rest of the raffle: some slow buyers are no flood, and without more time no hold lives so long. */
const UNREPORTED_REST = 900_000
/** Fewer holds than these are few. */
const CROWD = 10
/** What is a rest: this part of the raffle. */
const REST = 10
/** In a crowd of buyers at least one ticket of this many on hold is reported in that time. */
const REPORTED_OF = 5
/** How long an answer is good when nothing of the raffle changes, in milliseconds. */
const FRESH = 5_000

/**
 * For whoever asks more of a client the harder a raffle is pressed: proof of work at holds. It comes from
 * memory and is at most five seconds old; a raffle that does not exist is not pressed.
 */
export async function readPressure(ctx: Ctx, raffleId: number): Promise<Pressure> {
  const pressure = await ctx.snapshots.get(`rifa:${raffleId}:presion`, async () => {
    const now = ctx.clock.now()
    const [raffle, stock] = await Promise.all([findRaffle(ctx.db.read, raffleId), findStock(ctx.db.read, raffleId)])
    // Null, which is not kept: anybody can ask for holds of a million raffles that do not exist.
    if (!raffle) return { value: null }
    const value = stock ? await pressureOf(ctx.db.read, stock, raffle, now) : 0
    return { value, freshUntil: after(now, FRESH) }
  })
  return pressure ?? 0
}

async function pressureOf(sql: Sql, stock: Stock, raffle: Raffle, now: Instant): Promise<Pressure> {
  if (!(await isFlooded(sql, stock, now))) return 0
  return countedOf(stock, raffle).libres < 2 ? 2 : 1
}

/** Whether payments were reported for which there are no tickets, of a raffle of which most is taken: by fakes, as far as anybody knows. */
export function reportsWait(stock: Stock, raffle: Raffle): boolean {
  return stock.en_espera > 0 && isCrowded(countedOf(stock, raffle))
}

/**
 * Whether most of what is left has been on hold for minutes while hardly any of it was reported. Buyers pay in a few minutes or
 * let go: of a crowd of them somebody reports all the time. Who floods pays nothing.
 */
export async function isFlooded(sql: Sql, stock: Stock, now: Instant): Promise<boolean> {
  const { rifa_id, apartados, libres, total_numeros, apretado_desde } = stock
  if (apretado_desde === null || apretado_desde > now - UNREPORTED) return false
  const { live, ended, lastEnd } = await lookAtHolds(sql, rifa_id, now)
  // Holds that are over count until somebody gives them back, which nobody did while the server was off.
  const relieved = stock.holgado_desde ?? (apartados - ended <= libres + ended ? lastEnd : null)
  if (relieved !== null && relieved <= now - MOMENT) return false
  const many = apartados * REST >= total_numeros && live >= CROWD
  const since = (now - (many ? UNREPORTED : UNREPORTED_REST)) as Instant
  if (apretado_desde > since) return false
  const { reported } = await sql
    .selectFrom('reservations')
    .select((row) => row.fn.sum<number | null>('cantidad').as('reported'))
    .where('rifa_id', '=', rifa_id)
    .where('reportado_en', '>', since)
    .where('estado', 'in', ['en revision', 'confirmado'])
    .executeTakeFirstOrThrow()
  return Number(reported ?? 0) * REPORTED_OF < apartados
}

/** How many holds there are, how many tickets those have whose time is over, and when the last of them ended. */
async function lookAtHolds(
  sql: Sql,
  raffleId: number,
  now: Instant,
): Promise<{ live: number; ended: number; lastEnd: Instant | null }> {
  const { live, ended, lastEnd } = await sql
    .selectFrom('reservations')
    .select((row) => [
      row.fn.countAll<number>().filterWhere('vence_en', '>', now).as('live'),
      row.fn.sum<number | null>('cantidad').filterWhere('vence_en', '<=', now).as('ended'),
      row.fn.max('vence_en').filterWhere('vence_en', '<=', now).as('lastEnd'),
    ])
    .where('rifa_id', '=', raffleId)
    .where('vence_en', 'is not', null)
    .where('estado', '=', 'apartado')
    .executeTakeFirstOrThrow()
  return { live: Number(live), ended: Number(ended ?? 0), lastEnd }
}
