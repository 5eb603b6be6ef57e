import { dayInCaracas } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { isOneOf } from '#platform/server/db/many.ts'
import { dropWords } from './search/search-index.ts'
import { ERASED } from './search/short-name.ts'
import { deleteRegistrations, listByIds, updatePurchase } from './store.ts'

/** Tables with nothing but rows about the buyer or the payment of a purchase. */
const ABOUT_BUYER = ['purchase_notes', 'payment_windows', 'confirmed_references'] as const

/**
 * Erases buyers and payments; amounts, numbers, states and times stay. The caller has erased the data of their proofs, holds the
 * raffle's lock and writes the line of the journal.
 * @param published by the id of a purchase, the name that stays because it was published.
 */
export async function eraseBuyers(tx: Sql, ids: readonly number[], published: ReadonlyMap<number, string>) {
  for (const purchase of await listByIds(tx, ids)) {
    await dropWords(tx, purchase)
    await updatePurchase(tx, purchase.id, {
      ...{ nombre: published.get(purchase.id) ?? ERASED, cedula: '', telefono: '', correo: '' },
      ...{ nombre_normal: '', correo_normal: '', apartado: null, cliente: null, motivo: '', comprobante: '' },
      ...{ referencia: '', referencia_normal: '', referencia_final: '' },
      ...{ pagador_banco: '', pagador_telefono: '', pagador_cedula: '' },
      // The day of a payment says how to find it at the bank.
      fecha: dayInCaracas(purchase.creado_en),
    })
  }
  for (const table of ABOUT_BUYER)
    await tx
      .deleteFrom(table)
      .where(isOneOf(tx, 'compra_id', ids))
      .execute()
  await deleteRegistrations(tx, ...ids)
  await tx
    .deleteFrom('proofs')
    .where(isOneOf(tx, 'compra_id', ids))
    .execute()
  const own = tx
    .selectFrom('purchases')
    .select('reserva_id')
    .where(isOneOf(tx, 'id', ids))
  await tx.updateTable('reservations').set({ cliente: null, red: null }).where('id', 'in', own).execute()
}

/** Purchases of those raffles with an id in `from`…`to` whose buyer is still known. */
export async function listWithBuyer(sql: Sql, rifas: readonly number[], from: number, to: number) {
  return sql
    .selectFrom('purchases')
    .select(['id', 'rifa_id'])
    .where('id', '>=', from)
    .where('id', '<=', to)
    .where(isOneOf(sql, 'rifa_id', rifas))
    .where('cedula', '!=', '')
    .orderBy('id')
    .execute()
}
