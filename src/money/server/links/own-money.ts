import { everOneAccount } from '#payment-methods/server/read-account.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { isOneOf } from '#platform/server/db/many.ts'
import { isRepeated, nearKey } from '../bank/same-movement.ts'
import type { StoredMovement } from '../bank/schema.ts'
import { readAccounts } from '../match/read-claims.ts'
import { listGone } from '../match/read-credits.ts'
import { listLinks } from './link-store.ts'

/** Movements that pay a purchase. */
export type OwnMoney = (compra_id: number) => ReadonlySet<number>

/**
 * The movements that pay each of those purchases, without money that the bank took back, and without those that have no whole reference:
 * the other's payment may be the same one. Two that one payment may have left, while methods were one account, count as one.
 * @param coming by purchase: the movement that is joined to it once it is confirmed.
 */
export async function readOwnMoney(
  sql: Sql,
  compras: readonly number[],
  coming: ReadonlyMap<number, number>,
): Promise<OwnMoney> {
  const links = await listLinks(sql, compras)
  const movements = [...new Set([...links.map(({ movimiento_id }) => movimiento_id), ...coming.values()])]
  const rows = await sql
    .selectFrom('movements')
    .selectAll()
    .where(isOneOf(sql, 'id', movements))
    .orderBy('id')
    .execute()
  const once = rows.length > 1 ? await everOneAccount(sql) : () => false
  const alike = (one: StoredMovement, other: StoredMovement) =>
    other.id < one.id &&
    nearKey(one) === nearKey(other) &&
    isRepeated(one, other) &&
    once(one.metodo_id, other.metodo_id)
  const payment = new Map(rows.map((one) => [one.id, rows.find((other) => alike(one, other))?.id ?? one.id]))
  const gone = await listGone(sql, rows, await readAccounts(sql))
  const named = new Set(rows.filter(({ cola }) => cola.length >= 6).map(({ id }) => id))
  const own = new Map([...coming].map(([id, movimiento]) => [id, new Set([payment.get(movimiento) ?? movimiento])]))
  for (const { compra_id, movimiento_id } of links)
    if (named.has(movimiento_id) && !gone.has(movimiento_id))
      own.set(compra_id, (own.get(compra_id) ?? new Set()).add(payment.get(movimiento_id) ?? 0))
  return (compra_id) => own.get(compra_id) ?? new Set()
}

/**
 * Whether a purchase and each of those others is paid by different movements: a transaction tells which payment it is,
 * even if references are equal (docs/decisions/034-same-payment.md).
 */
export function isPaidApart(money: OwnMoney, compra_id: number, others: readonly number[]): boolean {
  const own = money(compra_id)
  return own.size > 0 && others.every((other) => money(other).size > 0 && own.isDisjointFrom(money(other)))
}
