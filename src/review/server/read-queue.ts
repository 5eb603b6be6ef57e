import type { MethodKind } from '#payment-methods/methods.ts'
import { addMoney, type PayCurrency } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Purchase } from '#purchases/server/store.ts'
import type { Check, ReviewClaim, ReviewItem, ReviewQueue } from '../contract.ts'
import { checkReport, worstOf } from './check-purchase.ts'
import type { ReviewClaimsTable } from './schema.ts'
import { listClaims } from './store.ts'

const PAGE = 50

export interface QueueFilter {
  rifa?: number | undefined
  metodo?: MethodKind | undefined
}

/**
 * Payments in review, oldest first, a page at a time.
 * @param operatorId who asks: his own claims are not somebody else's.
 * @param cursor `siguiente` of the page before.
 */
export async function readQueue(
  ctx: Ctx,
  operatorId: number,
  cursor: string | null,
  filter: QueueFilter,
): Promise<ReviewQueue> {
  const place = cursor === null ? null : readCursor(cursor)
  const [purchases, owed, claims] = await Promise.all([
    listInReview(ctx, filter, place),
    listOwed(ctx, filter),
    listClaims(ctx.db.read, ctx.clock.now()),
  ])
  const page = purchases.slice(0, PAGE)
  const claimOf = new Map(claims.map((claim) => [claim.compra_id, describeClaim(claim, operatorId)]))
  const compras: ReviewItem[] = []
  for (const purchase of page) {
    const nivel = worstOf(await checkReport(ctx.db.read, purchase))
    compras.push(describeItem(purchase, nivel, claimOf.get(purchase.id) ?? null))
  }
  const last = page.at(-1)
  return {
    compras,
    total: owed.length,
    sumas: sumByCurrency(owed),
    siguiente: purchases.length > PAGE && last ? `${last.en_revision_desde}.${last.id}` : null,
  }
}

/** Those in review are few beside all purchases, and have an index of their own. */
function inReview(ctx: Ctx, { rifa, metodo }: QueueFilter) {
  return ctx.db.read
    .selectFrom('purchases')
    .where('estado', '=', 'en revision')
    .$if(rifa !== undefined, (query) => query.where('rifa_id', '=', rifa ?? 0))
    .$if(metodo !== undefined, (query) => query.where('metodo_pago', '=', metodo ?? null))
}

function listInReview(ctx: Ctx, filter: QueueFilter, place: { since: number; id: number } | null): Promise<Purchase[]> {
  let query = inReview(ctx, filter)
    .selectAll()
    .orderBy('en_revision_desde')
    .orderBy('id')
    .limit(PAGE + 1)
  if (place) {
    const since = place.since as Purchase['en_revision_desde']
    query = query.where((where) =>
      where.or([
        where('en_revision_desde', '>', since),
        where.and([where('en_revision_desde', '=', since), where('id', '>', place.id)]),
      ]),
    )
  }
  return query.execute()
}

type Owed = Pick<Purchase, 'monto' | 'monto_moneda'>

function listOwed(ctx: Ctx, filter: QueueFilter): Promise<Owed[]> {
  return inReview(ctx, filter).select(['monto', 'monto_moneda']).execute()
}

function sumByCurrency(owed: Owed[]): ReviewQueue['sumas'] {
  const sums = new Map<PayCurrency, NonNullable<Owed['monto']>>()
  for (const { monto, monto_moneda } of owed) {
    if (monto === null) continue
    const before = sums.get(monto_moneda)
    sums.set(monto_moneda, before === undefined ? monto : addMoney(before, monto))
  }
  return [...sums].map(([moneda, monto]) => ({ moneda, monto }))
}

function readCursor(cursor: string): { since: number; id: number } | null {
  const [, since, id] = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor) ?? []
  return since !== undefined && id !== undefined ? { since: Number(since), id: Number(id) } : null
}

export function describeClaim(claim: ReviewClaimsTable, operatorId: number | null): ReviewClaim {
  return {
    nombre: claim.nombre,
    mia: claim.operador_id === operatorId,
    hasta: new Date(claim.hasta).toISOString(),
  }
}

export function describeItem(purchase: Purchase, nivel: Check['nivel'], revisa: ReviewClaim | null): ReviewItem {
  return {
    id: purchase.id,
    codigo: purchase.codigo,
    nombre: purchase.nombre,
    metodo_pago: purchase.metodo_pago,
    cantidad_tickets: purchase.cantidad_tickets,
    total: purchase.total,
    moneda: purchase.moneda,
    monto: purchase.monto,
    monto_moneda: purchase.monto_moneda,
    rifa_id: purchase.rifa_id,
    en_revision_desde: new Date(purchase.en_revision_desde).toISOString(),
    nivel,
    version: purchase.version,
    revisa,
  }
}
