import { sql } from 'kysely'
import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { COUNTED } from '../shares/connections.ts'
import { limitsOf, SMALL } from '../shares/shares.ts'
import type { Counted } from '../shares/unverified-share.ts'
import type { Reservation } from '../store.ts'

/** Waiting reports that are looked at in one go. */
export const MOST = 1_000

/** A report that waits, and the tickets of its connection and its network without bare holds. */
export type Waiting = Pick<Reservation, 'id' | 'cliente' | 'red' | 'cantidad'> & { tiene: number; red_tiene: number }

/**
 * Waiting reports that may be served now, first come first. There may be few among tens of thousands. The database leaves out
 * those that are too many for their connections (`roomOf` in SQL), or a thousand of them would hide everybody behind.
 * One pass and no join, so that no plan can be a bad one.
 */
export async function listWaiting(tx: Sql, raffleId: number, counted: Counted, now: Instant): Promise<Waiting[]> {
  const { own, network, neighbours } = limitsOf(counted)
  const { rows } = await sql<Waiting>`
    with asked as (
      select id, cliente, red, cantidad, estado, reportado_en,
        sum(case when estado in ('en espera', 'apartado') then 0 else cantidad end) over (partition by red, cliente) as tiene,
        sum(case when estado in ('en espera', 'apartado') then 0 else cantidad end) over (partition by red) as red_tiene
      from reservations
      where rifa_id = ${raffleId} and (vence_en is null or vence_en > ${now})
        and estado in ('en espera', ${sql.join(COUNTED.map((estado) => sql.lit(estado)))})
    )
    select id, cliente, red, cantidad, tiene, red_tiene from asked
    where estado = 'en espera' and cantidad <= ${sql.lit(counted.libres + counted.apartados)} and (
      red is null
      or (tiene + cantidad <= ${sql.lit(own)} and red_tiene + cantidad <= ${sql.lit(network)})
      or (cantidad <= ${sql.lit(SMALL)} and red_tiene + cantidad <= ${sql.lit(neighbours)})
    )
    order by reportado_en, id limit ${sql.lit(MOST)}`.execute(tx)
  return rows.map((row) => ({ ...row, tiene: Number(row.tiene), red_tiene: Number(row.red_tiene) }))
}
