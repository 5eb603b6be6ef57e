import type { Ctx } from '#platform/server/context.ts'
import type { Purchase } from '#purchases/server/store.ts'
import type { Check, ReviewItem, ReviewQueue } from '../contract.ts'
import { checkReport, worstOf } from './check-purchase.ts'

const PAGE = 50

/** Payments in review, oldest first, a page at a time. @param cursor `siguiente` of the page before. */
export async function readQueue(ctx: Ctx, cursor: string | null): Promise<ReviewQueue> {
  const place = cursor === null ? null : readCursor(cursor)
  const [purchases, total] = await Promise.all([listInReview(ctx, place), countInReview(ctx)])
  const page = purchases.slice(0, PAGE)
  const compras: ReviewItem[] = []
  for (const purchase of page) {
    compras.push(describeItem(purchase, worstOf(await checkReport(ctx.db.read, purchase))))
  }
  const last = page.at(-1)
  return {
    compras,
    total,
    siguiente: purchases.length > PAGE && last ? `${last.en_revision_desde}.${last.id}` : null,
  }
}

function listInReview(ctx: Ctx, place: { since: number; id: number } | null): Promise<Purchase[]> {
  let query = ctx.db.read
    .selectFrom('purchases')
    .selectAll()
    .where('estado', '=', 'en revision')
    .orderBy('en_revision_desde')
    .orderBy('id')
    .limit(PAGE + 1)
  if (place) {
    query = query.where((where) =>
      where.or([
        where('en_revision_desde', '>', place.since as Purchase['en_revision_desde']),
        where.and([
          where('en_revision_desde', '=', place.since as Purchase['en_revision_desde']),
          where('id', '>', place.id),
        ]),
      ]),
    )
  }
  return query.execute()
}

/** Those in review are few beside all purchases, and have an index of their own. */
async function countInReview(ctx: Ctx): Promise<number> {
  const row = await ctx.db.read
    .selectFrom('purchases')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('estado', '=', 'en revision')
    .executeTakeFirstOrThrow()
  return Number(row.total)
}

function readCursor(cursor: string): { since: number; id: number } | null {
  const [, since, id] = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor) ?? []
  return since !== undefined && id !== undefined ? { since: Number(since), id: Number(id) } : null
}

export function describeItem(purchase: Purchase, nivel: Check['nivel']): ReviewItem {
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
  }
}
