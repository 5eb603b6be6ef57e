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
  const [purchases, all, claims] = await Promise.all([
    listInReview(ctx, filter, place),
    listWaiting(ctx),
    listClaims(ctx.db.read, ctx.clock.now()),
  ])
  const waiting = all.filter(passes(filter))
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
    total: waiting.length,
    sumas: sumByCurrency(waiting),
    rifas: [...Map.groupBy(all, (one) => one.rifa_id)].map(([id, those]) => ({
      id,
      titulo: those[0]?.titulo ?? '',
      cuantas: those.length,
    })),
    metodos: [...Map.groupBy(all, (one) => one.metodo_pago)].map(([metodo, those]) => ({
      metodo,
      cuantas: those.length,
    })),
    siguiente: purchases.length > PAGE && last ? `${last.en_revision_desde}.${last.id}` : null,
  }
}

function listInReview(
  ctx: Ctx,
  { rifa, metodo }: QueueFilter,
  place: { since: number; id: number } | null,
): Promise<Purchase[]> {
  let query = ctx.db.read
    .selectFrom('purchases')
    .selectAll()
    .where('estado', '=', 'en revision')
    .orderBy('en_revision_desde')
    .orderBy('id')
    .limit(PAGE + 1)
  if (rifa !== undefined) query = query.where('rifa_id', '=', rifa)
  if (metodo !== undefined) query = query.where('metodo_pago', '=', metodo)
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

type Waiting = Pick<Purchase, 'rifa_id' | 'metodo_pago' | 'monto' | 'monto_moneda'> & { titulo: string }

/** Those in review are few beside all purchases, and have an index of their own. */
function listWaiting(ctx: Ctx): Promise<Waiting[]> {
  return ctx.db.read
    .selectFrom('purchases')
    .innerJoin('raffles', 'raffles.id', 'purchases.rifa_id')
    .select(['rifa_id', 'titulo', 'metodo_pago', 'monto', 'monto_moneda'])
    .where('purchases.estado', '=', 'en revision')
    .execute()
}

function passes({ rifa, metodo }: QueueFilter): (waiting: Waiting) => boolean {
  return (waiting) =>
    (rifa === undefined || waiting.rifa_id === rifa) && (metodo === undefined || waiting.metodo_pago === metodo)
}

function sumByCurrency(waiting: Waiting[]): ReviewQueue['sumas'] {
  const sums = new Map<PayCurrency, NonNullable<Waiting['monto']>>()
  for (const { monto, monto_moneda } of waiting) {
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
