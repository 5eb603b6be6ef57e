import type { Ctx } from '#platform/server/context.ts'
import type { ExactBatch } from '../contract.ts'
import { showPurchases, text } from './describe.ts'
import { readOpenMoney, type Suggested } from './open-money.ts'

/** Everything that is open, for a program. */
export async function listOpen(ctx: Ctx) {
  const { exact, doubtful, unreported, unpaid } = await readOpenMoney(ctx)
  return {
    exactos: exact.map(tellPair),
    probables: doubtful.map(tellPair),
    sin_reporte: unreported.map(({ id, centimos, moneda }) => ({ movimiento_id: id, monto: text(centimos), moneda })),
    sin_dinero: unpaid.map(({ id, debe, moneda }) => ({
      compra_id: id,
      monto: debe === null ? null : text(debe),
      moneda,
    })),
  }
}

function tellPair({ claim, credit, regla }: Suggested) {
  return { compra_id: claim.id, movimiento_id: credit.id, regla }
}

/** What is exact now, as `confirmExact` takes it. */
export async function listExact(ctx: Ctx): Promise<ExactBatch['pares']> {
  const { exact } = await readOpenMoney(ctx)
  const purchases = await showPurchases(
    ctx.db.read,
    exact.map(({ claim }) => claim.id),
  )
  return exact.flatMap(({ claim, credit }) => {
    const known = purchases.get(claim.id)
    return known ? [{ compra_id: claim.id, version: known.version, movimiento_id: credit.id }] : []
  })
}
