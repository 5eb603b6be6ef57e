import { moneyOfCents } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import { isOneOf } from '#platform/server/db/many.ts'
import type { Reversed } from '../contract.ts'
import { showMovements } from './describe.ts'
import { readAccounts } from './match/read-claims.ts'
import { listReversals } from './match/reversals.ts'

/**
 * Money that the bank took back though it pays valid purchases: the newest first. It annuls nothing by itself. Somebody parts it,
 * annuls the purchase, or says that the debit is something else. It is kept until something of it changes.
 */
export function readReversed(ctx: Ctx): Promise<Reversed[]> {
  return ctx.snapshots.get('conciliacion:revertidos', async () => ({ value: await listReversed(ctx) }))
}

async function listReversed({ db: { read: sql } }: Ctx): Promise<Reversed[]> {
  const reversed = await listReversals(sql)
  if (reversed.size === 0) return []
  const links = await sql
    .selectFrom('movement_links')
    .innerJoin('purchases', 'purchases.id', 'movement_links.compra_id')
    .innerJoin('raffles', 'raffles.id', 'purchases.rifa_id')
    .select(['movimiento_id', 'centimos', 'purchases.id', 'codigo', 'nombre', 'purchases.estado', 'titulo as rifa'])
    .where(isOneOf(sql, 'movimiento_id', [...reversed.keys()]))
    .where('purchases.estado', 'in', ['confirmado', 'en revision'])
    .orderBy('purchases.id')
    .execute()
  const of = Map.groupBy(links, ({ movimiento_id }) => movimiento_id)
  const named = [...of.keys()].flatMap((id) => [id, reversed.get(id) ?? id])
  const shown = await showMovements(sql, await readAccounts(sql), named)
  return [...of]
    .flatMap(([id, paid]) => {
      const [movimiento, debito] = [shown.get(id), shown.get(reversed.get(id) ?? id)]
      if (!movimiento || !debito) return []
      const compras = paid.map(({ centimos, movimiento_id: _, estado, ...compra }) => ({
        ...compra,
        monto: moneyOfCents(centimos),
        confirmada: estado === 'confirmado',
      }))
      return [{ movimiento, debito, compras }]
    })
    .sort((one, other) => other.debito.id - one.debito.id)
}
