import { tellOwners } from '#operators/server/account/alert-owners.ts'
import { formatMoney, parseMoney } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Reversed } from '../contract.ts'
import { readReversed } from './read-reversed.ts'

/**
 * Mails every owner, once, about each payment of a confirmed purchase that the bank took back: numbers were given for it. Several
 * processes may look at the same time; the mail's own key decides which of them writes.
 */
export function createReversalWatch(ctx: Ctx): () => Promise<void> {
  const told = new Set<number>()
  return async () => {
    for (const { debito, movimiento, compras } of await readReversed(ctx)) {
      const confirmed = compras.filter(({ confirmada }) => confirmada)
      if (confirmed.length === 0 || told.has(debito.id)) continue
      await tellOwners(ctx, {
        clave: `reversa:${debito.id}`,
        titulo: 'El banco se llevó un pago que ya estaba confirmado',
        parrafos: [
          'El dinero llegó, pagaba esta compra y volvió a salir de tu cuenta con la misma referencia y todo su monto. La compra sigue confirmada con sus números: nada se anula solo.',
          'Pregúntale al banco y a quien compró. Si el dinero no vuelve, sepáralo de la compra o anúlala; si lo que salió es otra cosa, dilo en Conciliación.',
        ],
        datos: tellData({ movimiento, compras: confirmed }),
        boton: { texto: 'Ver en Conciliación', ruta: '/panel/conciliacion' },
      })
      told.add(debito.id)
    }
  }
}

/** Codes and sums: a mail to owners names no buyer. */
function tellData({ movimiento, compras }: Pick<Reversed, 'movimiento' | 'compras'>): [string, string][] {
  const amount = parseMoney(movimiento.monto)
  return [
    ['Monto', amount === null ? movimiento.monto : formatMoney(amount, movimiento.moneda)],
    ['Cuenta', movimiento.cuenta],
    ['Referencia', movimiento.referencia || 'Sin referencia'],
    [compras.length === 1 ? 'Compra' : 'Compras', compras.map(({ codigo, rifa }) => `${codigo}, ${rifa}`).join('; ')],
  ]
}
