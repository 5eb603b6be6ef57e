import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { RaffleSales } from '../raffle-locks.ts'
import type { Raffle } from './store.ts'

/** What this room asks of the tickets, which are a room below: the composition hands it in. */
export interface TicketsOfRaffle {
  /** Locks the raffle's tickets until the commit, so that no sale happens beside, and says how they are shared out. */
  lock(tx: Sql, raffle: Raffle, now: Instant): Promise<RaffleSales>
  /** Gives the raffle another number of tickets. Only while it is locked and nobody has one. */
  resize(tx: Sql, raffleId: number, total: number): Promise<void>
  /** How the tickets of each raffle are shared out now. */
  read(sql: Sql, raffles: readonly Raffle[], now: Instant): Promise<Map<number, RaffleSales>>
}
