import { moneyOfCents } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { ToReturn } from '../../contract.ts'
import { listHeld, showPurchases, sums } from '../describe.ts'
import { owedCents, readAccounts } from '../match/read-claims.ts'
import { listReversals } from '../match/reversals.ts'
import { listRefunds } from './read-refunds.ts'

/**
 * Fallen purchases, until somebody writes down the fate of their money. Annulled ones had been confirmed, so they are owed also
 * where nothing is joined to them; rejected ones are owed the money that came. Money that the bank has taken is not to be returned.
 */
export async function listToReturn(ctx: Ctx): Promise<ToReturn> {
  const sql = ctx.db.read
  const { titles } = await readAccounts(sql)
  const reversed = await listReversals(sql)
  const held = Map.groupBy(await listHeld(sql), ({ compra_id }) => compra_id)
  const annulled = await sql
    .selectFrom('purchases')
    .select(['id', 'metodo_id'])
    .where('estado', '=', 'anulado')
    .execute()
  const named = new Map(annulled.map(({ id, metodo_id }) => [id, metodo_id]))
  const ids = [...new Set([...held.keys(), ...named.keys()])].sort((a, b) => b - a)
  const [shown, refunds] = await Promise.all([showPurchases(sql, ids), listRefunds(sql, ids)])
  const noted = new Set(refunds.map(({ compra_id }) => compra_id))
  const compras: ToReturn['compras'] = []
  for (const id of ids) {
    const purchase = shown.get(id)
    const all = held.get(id) ?? []
    const links = all.filter(({ movimiento_id }) => !reversed.has(movimiento_id))
    const llego = links.length > 0
    if (!purchase || (!llego && (all.length > 0 || noted.has(id)))) continue
    const monto = llego ? moneyOfCents(links.reduce((sum, { centimos }) => sum + centimos, 0)) : purchase.monto
    const cuentas = new Set(llego ? links.map(({ metodo_id }) => metodo_id) : [named.get(id) ?? 0])
    compras.push({
      ...purchase,
      monto,
      llego,
      cuenta: [...cuentas].flatMap((one) => titles.get(one) ?? []).join(' · '),
    })
  }
  const owed = compras.map(({ monto, monto_moneda: moneda }) => ({ moneda, centimos: owedCents({ monto }) ?? 0 }))
  return { compras, cantidad: compras.length, sumas: sums(owed) }
}
