import { sql } from 'kysely'
import type { MethodKind } from '#payment-methods/methods.ts'
import type { Instant } from '#platform/clock.ts'
import { moneyOfCents } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import { IN_REVIEW, type Purchase } from '#purchases/server/store.ts'
import { type Check, type ReviewClaim, type ReviewItem, type ReviewQueue, reviewItem } from '../../contract.ts'
import { LATE_AFTER } from '../../late.ts'
import { checkReports, waitsForTickets, worstOf } from '../check/check-purchase.ts'
import { listClaims } from '../store.ts'

const PAGE = 50

/**
 * Payments in review, oldest first, a page at a time.
 * @param operatorId the caller, for whom their own claims do not count.
 * @param cursor `siguiente` of the page before.
 */
export async function readQueue(
  ctx: Ctx,
  operatorId: number,
  cursor: string | null,
  filter: QueueFilter,
): Promise<ReviewQueue> {
  const sql = ctx.db.read
  const [found, groups, claims] = await Promise.all([
    listInReview(sql, filter, cursor === null ? null : readCursor(cursor), PAGE + 1),
    countWaiting(sql, (ctx.clock.now() - LATE_AFTER) as Instant),
    listClaims(sql, ctx.clock.now()),
  ])
  const page = found.slice(0, PAGE)
  const checks = await checkReports(sql, page)
  const claimOf = new Map(claims.map((claim) => [claim.compra_id, describeClaim(claim, operatorId)]))
  const last = page.at(-1)
  const { rifa, metodo } = filter
  const waiting = groups.filter(
    (group) => (rifa === undefined || group.rifa_id === rifa) && (metodo === undefined || group.metodo_pago === metodo),
  )
  return {
    compras: page.map((purchase) =>
      describeItem(purchase, checks.get(purchase.id) ?? [], claimOf.get(purchase.id) ?? null),
    ),
    total: count(waiting),
    tarde: waiting.reduce((sum, { tarde }) => sum + tarde, 0),
    sumas: sumByCurrency(waiting),
    rifas: [...Map.groupBy(groups, (group) => group.rifa_id)].map(([id, those]) => ({
      id,
      titulo: those[0]?.titulo ?? '',
      cuantas: count(those),
    })),
    metodos: [...Map.groupBy(groups, (group) => group.metodo_pago)].map(([metodo, those]) => ({
      metodo,
      cuantas: count(those),
    })),
    siguiente: found.length > PAGE && last ? `${last.en_revision_desde}.${last.id}` : null,
  }
}

function count(groups: Waiting[]): number {
  return groups.reduce((sum, group) => sum + group.cuantas, 0)
}

function sumByCurrency(groups: Waiting[]): ReviewQueue['sumas'] {
  const known = groups.filter((group) => group.centimos !== null)
  return [...Map.groupBy(known, (group) => group.monto_moneda)].map(([moneda, those]) => ({
    moneda,
    monto: moneyOfCents(those.reduce((sum, { centimos }) => sum + BigInt(centimos ?? 0), 0n)),
  }))
}

function readCursor(cursor: string) {
  const [, since, id] = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor) ?? []
  return since !== undefined && id !== undefined ? { since: Number(since) as Instant, id: Number(id) } : null
}

export function describeClaim(
  { nombre, operador_id }: Tables['review_claims'],
  operatorId: number | null,
): ReviewClaim {
  return { nombre, mia: operador_id === operatorId }
}

export function describeItem(purchase: Purchase, checks: Check[], revisa: ReviewClaim | null): ReviewItem {
  return reviewItem.parse({
    ...purchase,
    en_revision_desde: new Date(purchase.en_revision_desde).toISOString(),
    en_espera: waitsForTickets(checks),
    nivel: worstOf(checks),
    sin_ver: checks.some(({ sobre, nivel }) => sobre === 'banco' && nivel === 'aviso'),
    revisa,
  })
}

interface QueueFilter {
  rifa?: number | undefined
  metodo?: MethodKind | undefined
}

/** Payments in review after that place, oldest first. */
function listInReview(
  db: Sql,
  { rifa, metodo }: QueueFilter,
  place: ReturnType<typeof readCursor>,
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

type Waiting = Awaited<ReturnType<typeof countWaiting>>[number]

/**
 * Waiting payments, by raffle, method and currency, in the order of the oldest of each. `tarde` of them wait since before `late`; their sum is null
 * when no rate was known for any of them.
 */
async function countWaiting(db: Sql, late: Instant) {
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
