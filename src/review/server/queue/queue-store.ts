import { sql } from 'kysely'
import type { MethodKind } from '#payment-methods/methods.ts'
import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Purchase } from '#purchases/server/store.ts'

export interface QueueFilter {
  rifa?: number | undefined
  metodo?: MethodKind | undefined
}

/** The last payment of a page. */
export interface QueuePlace {
  since: Instant
  id: number
}

/** A constant and no parameter: SQLite takes the index of those in review only for what it can see. */
const IN_REVIEW = sql<Purchase['estado']>`${sql.lit('en revision')}`

/** Payments in review after that place, oldest first. */
export function listInReview(
  db: Sql,
  { rifa, metodo }: QueueFilter,
  place: QueuePlace | null,
  limit: number,
): Promise<Purchase[]> {
  let query = db
    .selectFrom('purchases')
    .selectAll()
    .where('estado', '=', IN_REVIEW)
    .orderBy('en_revision_desde')
    .orderBy('id')
    .limit(limit)
  if (rifa !== undefined) query = query.where('rifa_id', '=', rifa)
  if (metodo !== undefined) query = query.where('metodo_pago', '=', metodo)
  if (place) {
    query = query.where((row) => row(row.refTuple('en_revision_desde', 'id'), '>', row.tuple(place.since, place.id)))
  }
  return query.execute()
}

/** Payments in review that are alike. */
export interface Waiting {
  rifa_id: number
  titulo: string
  metodo_pago: MethodKind | null
  monto_moneda: Purchase['monto_moneda']
  cuantas: number
  /** How many of them have waited since before the given instant. */
  tarde: number
  /** Their sum due in the smallest unit; null when no rate was known for any of them. */
  centimos: string | null
}

/** Waiting payments, by raffle, method and currency, in the order of the oldest of each; those since before `late` counted too. */
export async function countWaiting(db: Sql, late: Instant): Promise<Waiting[]> {
  const groups = await db
    .selectFrom((those) =>
      those
        .selectFrom('purchases')
        .select(['rifa_id', 'metodo_pago', 'monto_moneda'])
        .select((row) => [
          row.fn.countAll<number>().as('cuantas'),
          sql<number>`sum(case when en_revision_desde < ${late} then 1 else 0 end)`.as('tarde'),
          sql<string | null>`cast(sum(cast(replace(monto, '.', '') as bigint)) as text)`.as('centimos'),
          row.fn.min('en_revision_desde').as('desde'),
          row.fn.min('id').as('primera'),
        ])
        .where('estado', '=', IN_REVIEW)
        .groupBy(['rifa_id', 'metodo_pago', 'monto_moneda'])
        .as('those'),
    )
    .innerJoin('raffles', 'raffles.id', 'those.rifa_id')
    .select(['rifa_id', 'titulo', 'metodo_pago', 'monto_moneda', 'cuantas', 'tarde', 'centimos'])
    .orderBy('desde')
    .orderBy('primera')
    .execute()
  return groups.map((group) => ({ ...group, cuantas: Number(group.cuantas), tarde: Number(group.tarde) }))
}
