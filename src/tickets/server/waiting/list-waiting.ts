import { type RawBuilder, sql } from 'kysely'
import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Raffle } from '#raffles/server/store.ts'
import { COUNTED, type Counted, calmShare, countedOf, crowdedShare, mostInCalm, NETWORK } from '../shares/shares.ts'
import type { Stock } from '../store.ts'
import { priceOf, servedByWaiting } from './turn-price.ts'
import { Clients, PATIENCE, patientShare, TURN, type Waiting } from './waiting-clients.ts'

/** Waiting reports of a kind that are looked at in one go. */
const MOST = 1_000

type Condition = RawBuilder<unknown>

/**
 * Waiting reports that may be served now, in the order in which they came, of which there may be few among tens of thousands: the
 * database judges each by what its connection and its network have, as Clients does again while some of them are served. Those of which
 * nobody counts, those within their shares, those whose devices have worked for them and those that are patient are looked for each for
 * themselves: a thousand of one kind hide none of another. One pass and no join, so that no plan can be a bad one.
 */
export async function listWaiting(
  tx: Sql,
  stock: Stock,
  raffle: Raffle,
  now: Instant,
): Promise<{ waiting: Waiting[]; clients: Clients; full: boolean }> {
  const counted = countedOf(stock, raffle)
  const price = priceOf(stock, raffle, 1)
  const kinds: Condition[] = [sql`red is null`, withinShares(counted, now)]
  // The price of several is rounded once: it may be less than as many times that of one.
  if (price !== null) kinds.push(sql`trabajo > 0 and (trabajo + cantidad) / ${sql.lit(price)} >= cantidad`)
  if (servedByWaiting(stock, raffle, now) > 0) kinds.push(patientOnes(counted, now))
  // Of more than there are only a small one counts: what comes free is kept for it (serve-waiting.ts).
  const most = Math.max(counted.libres + counted.apartados, crowdedShare(counted))
  const kind = sql.join(
    kinds.map((condition, index) => sql`when ${condition} then ${sql.lit(index)}`),
    sql` `,
  )
  const { rows } = await sql<Waiting & { puesto: number }>`
    with asked as (
      select id, cliente, red, cantidad, estado, reportado_en, trabajo,
        sum(case when estado = 'en espera' then 0 else cantidad end) over own as tiene,
        sum(case when estado = 'en espera' then cantidad else 0 end) over own as espera,
        sum(case when estado = 'en espera' then 0 else cantidad end) over network as red_tiene,
        sum(case when estado = 'en espera' then cantidad else 0 end) over network as red_espera
      from reservations
      where rifa_id = ${raffle.id} and estado in (${sql.join(COUNTED.map((estado) => sql.lit(estado)))})
      window own as (partition by red, cliente), network as (partition by red)
    ), judged as (
      select asked.*, case ${kind} end as clase from asked
      where estado = 'en espera' and reportado_en > 0 and cantidad <= ${sql.lit(most)}
    ), placed as (
      select judged.*, row_number() over (partition by clase order by reportado_en, id) as puesto
      from judged where clase is not null
    )
    select id, cliente, red, cantidad, reportado_en, trabajo, tiene, espera, red_tiene, red_espera, puesto
    from placed where puesto <= ${sql.lit(MOST)}`.execute(tx)
  const waiting = rows.map(({ puesto: _, ...row }) => row)
  return { waiting, clients: new Clients(waiting), full: rows.some(({ puesto }) => puesto === MOST) }
}

/** What `reasonFor` of Clients calls its share. */
function withinShares(counted: Counted, now: Instant): Condition {
  const within = (share: Condition) =>
    sql`tiene + cantidad <= ${share} and red_tiene + cantidad <= ${sql.lit(NETWORK)} * ${share}`
  const crowded = sql.lit(crowdedShare(counted))
  const turns = sql`(${crowded} * (1 + (${sql.lit(now)} - reportado_en) / ${sql.lit(TURN)}))`
  return sql`(cantidad <= ${sql.lit(mostInCalm(counted))} and ${within(sql.lit(calmShare(counted)))})
    or (${within(crowded)})
    or (reportado_en <= ${sql.lit(now - PATIENCE)} and ${within(turns)})`
}

/** Who may be given tickets by patience, or at least was near it. */
function patientOnes(counted: Counted, now: Instant): Condition {
  const most = patientShare(counted)
  return sql`reportado_en <= ${sql.lit(now - PATIENCE)}
    and tiene + espera <= ${sql.lit(most)} and red_tiene + red_espera <= ${sql.lit(NETWORK * most)}`
}
