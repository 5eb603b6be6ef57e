import type { Instant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { RaffleSales } from '../panel-contract.ts'
import { findRaffle, type Raffle, requireRaffle } from './store.ts'

/** Open tickets that a draw has to wait for. */
export interface OpenTickets {
  /** Visitors who are paying. */
  apartados: number
  /** Reports that nobody has decided. */
  en_revision: number
  /** Rejected ones that may still be corrected. */
  por_corregir: number
}

/** Queries of this room about the tickets, which are a room below: the composition hands them in. */
export interface TicketsOfRaffle {
  /** Locks the raffle's tickets until the commit, so that no sale happens meanwhile, and returns their shares. */
  lock(tx: Sql, raffle: Raffle, now: Instant): Promise<RaffleSales>
  /** Unsettled tickets, by purchases and holds. Only while it is locked. */
  countOpen(tx: Sql, raffleId: number): Promise<OpenTickets>
  /** Ends the time in which rejected purchases may be corrected. Only while it is locked. @returns how many it was. */
  endGraces(tx: Sql, raffle: Raffle, now: Instant): Promise<number>
  /** Gives the raffle another number of tickets. Only while it is locked and nobody has one. */
  resize(tx: Sql, raffleId: number, total: number): Promise<void>
  /** How the tickets of each raffle are shared out now. */
  read(sql: Sql, raffles: readonly Pick<Raffle, 'id'>[], now: Instant): Promise<Map<number, RaffleSales>>
}

/** A raffle behind the lock by which its tickets are sold. */
export interface Locked {
  tx: Sql
  raffle: Raffle
  now: Instant
  sales: RaffleSales
}

/** Does it behind that lock: requests after the commit find the new state, and no sale happens meanwhile. @throws AppError 404 */
export function lockRaffle<T>(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  tickets: Pick<TicketsOfRaffle, 'lock'>,
  id: number,
  deed: (locked: Locked) => Promise<T>,
): Promise<T> {
  return ctx.db.write(`rifa:${id}`, async (tx) => {
    const known = await requireRaffle(tx, id)
    const now = ctx.clock.now()
    const sales = await tickets.lock(tx, known, now)
    // Only a reading behind the lock is current.
    return deed({ tx, raffle: (await findRaffle(tx, id)) ?? known, now, sales })
  })
}
