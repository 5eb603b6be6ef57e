import type { Instant } from '#platform/clock.ts'
import { moneyOfCents } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import type { Purchase } from '#purchases/server/store.ts'
import type { Check, ReviewClaim, ReviewItem, ReviewQueue } from '../../contract.ts'
import { LATE_AFTER } from '../../late.ts'
import { checkReports, waitsForTickets, worstOf } from '../check/check-purchase.ts'
import { listClaims } from '../store.ts'
import { countWaiting, listInReview, type QueueFilter, type QueuePlace, type Waiting } from './queue-store.ts'

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

function readCursor(cursor: string): QueuePlace | null {
  const [, since, id] = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor) ?? []
  return since !== undefined && id !== undefined ? { since: Number(since) as Instant, id: Number(id) } : null
}

export function describeClaim(claim: Tables['review_claims'], operatorId: number | null): ReviewClaim {
  return {
    nombre: claim.nombre,
    mia: claim.operador_id === operatorId,
    hasta: new Date(claim.hasta).toISOString(),
  }
}

export function describeItem(purchase: Purchase, checks: Check[], revisa: ReviewClaim | null): ReviewItem {
  return {
    id: purchase.id,
    codigo: purchase.codigo,
    nombre: purchase.nombre,
    metodo_pago: purchase.metodo_pago,
    vendida_por: purchase.vendida_por,
    cantidad_tickets: purchase.cantidad_tickets,
    total: purchase.total,
    moneda: purchase.moneda,
    monto: purchase.monto,
    monto_moneda: purchase.monto_moneda,
    rifa_id: purchase.rifa_id,
    en_revision_desde: new Date(purchase.en_revision_desde).toISOString(),
    en_espera: waitsForTickets(checks),
    nivel: worstOf(checks),
    sin_ver: checks.some(({ sobre, nivel }) => sobre === 'banco' && nivel === 'aviso'),
    version: purchase.version,
    revisa,
  }
}
