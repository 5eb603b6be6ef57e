import type { Operator } from '#access/contract.ts'
import type { Actor } from '#journal/actor.ts'
import { appendEntry } from '#journal/server/append-entry.ts'
import { type AppError, notFound, refusal } from '#platform/errors.ts'
import { moneyOfCents, parseMoney } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { isOneOf } from '#platform/server/db/many.ts'
import { lockRow, type Purchase, requirePurchase } from '#purchases/server/store.ts'
import type { Joining } from '../../contract.ts'
import { freeCents, spendMovement } from '../bank/spend-movement.ts'
import { isCash, owedCents } from '../match/read-claims.ts'
import { coverNoted, requireOwner } from './decide-money.ts'
import { acceptedCents, addLink, joinedBy, type Link, listLinks, removeLinks } from './link-store.ts'

/**
 * Joins money to a purchase: one transfer for several, several for one, too much or too little of it. A person decides; nothing
 * is confirmed by it. Where its return was noted already, the money is that, and returned.
 * @throws AppError 404, 409 MOVIMIENTO_USADO | PUEDE_SER_REPETIDO | SE_COBRO_EN_EFECTIVO | OTRA_MONEDA | YA_ESTA_PAGADA |
 * LO_UNIDO_CAMBIO, 422 DATOS_INVALIDOS
 */
export async function joinMoney(
  ctx: Ctx,
  { compra_id, movimientos, unido }: Joining,
  operator: Operator,
): Promise<void> {
  const known = await requirePurchase(ctx.db.read, compra_id)
  const given = new Map(movimientos.map(({ id, monto }) => [id, monto === undefined ? null : readCents(monto)]))
  await ctx.db.write(`rifa:${known.rifa_id}`, async (tx) => {
    const purchase = await lockRow(tx, compra_id)
    if (!purchase) throw notFound('Esa compra no existe')
    if (isCash(purchase)) throw paidInCash(purchase)
    const before = await listLinks(tx, [compra_id])
    const owed = acceptedCents(before) ?? owedCents(purchase)
    const paid = before.reduce((sum, { centimos }) => sum + centimos, 0)
    // Joined in another window, or by this very request before a lost answer.
    if (unido !== undefined && unido !== moneyOfCents(paid)) throw refusal('LO_UNIDO_CAMBIO')
    let left = owed === null ? Number.POSITIVE_INFINITY : owed - paid
    const now = ctx.clock.now()
    // Everybody takes several in one order.
    for (const row of await readMovements(tx, [...given.keys()])) {
      if (row.moneda !== purchase.monto_moneda) throw refusal('OTRA_MONEDA')
      const centimos = given.get(row.id) ?? Math.min(left, freeCents(row))
      if (centimos <= 0) throw freeCents(row) > 0 ? refusal('YA_ESTA_PAGADA') : refusal('MOVIMIENTO_USADO')
      await spendMovement(tx, row.id, centimos)
      left -= centimos
      await addLink(tx, { movimiento_id: row.id, compra_id, centimos, ...joinedBy(operator, now) })
      await note(tx, purchase, operator, 'dinero unido', { movimiento: row.id, centimos }, now)
    }
    await coverNoted(tx, purchase, operator, now)
  })
}

/**
 * Undoes a join: the money is free again, and the purchase stays as it was decided. From a confirmed one only an owner takes it: the
 * same money may confirm another then.
 * @throws AppError 403 SOLO_DUENO, 404
 */
export async function partMoney(
  ctx: Ctx,
  { compra_id, movimiento_id }: { compra_id: number; movimiento_id: number },
  operator: Operator,
): Promise<void> {
  const purchase = await requirePurchase(ctx.db.read, compra_id)
  await ctx.db.write(`rifa:${purchase.rifa_id}`, async (tx) => {
    const { estado } = (await lockRow(tx, compra_id)) ?? purchase
    requireOwner(operator, estado === 'confirmado' || estado === 'anulado')
    const link = (await listLinks(tx, [compra_id])).find((one) => one.movimiento_id === movimiento_id)
    if (!link) throw notFound('Ese dinero no está unido a esa compra')
    await removeLinks(tx, [link])
    const { centimos } = link
    await note(tx, purchase, operator, 'dinero separado', { movimiento: movimiento_id, centimos }, ctx.clock.now())
  })
}

/** The journal keeps which movement and how much, and nothing of the payer. */
export function note(
  tx: Sql,
  { id, rifa_id, codigo, monto_moneda }: Pick<Purchase, 'id' | 'rifa_id' | 'codigo' | 'monto_moneda'>,
  actor: Actor,
  accion: 'dinero unido' | 'dinero separado',
  { movimiento, centimos }: { movimiento: number; centimos: number },
  en: Link['en'],
): Promise<void> {
  const datos = { codigo, movimiento, monto: moneyOfCents(centimos), moneda: monto_moneda }
  const rows = { movements: [movimiento] }
  return appendEntry(tx, { ambito: `rifa:${rifa_id}`, en, actor, accion, rifa_id, compra_id: id, datos, rows })
}

/** In the order of their ids. @throws AppError 404 */
async function readMovements(tx: Sql, ids: readonly number[]) {
  const rows = await tx
    .selectFrom('movements')
    .select(['id', 'centimos', 'unido', 'devuelto', 'ignorado', 'moneda'])
    .where(isOneOf(tx, 'id', ids))
    .orderBy('id')
    .execute()
  if (rows.length < ids.length) throw notFound('Ese movimiento no existe')
  return rows
}

function readCents(monto: string): number {
  const money = parseMoney(monto)
  if (money !== null && money !== '0.00') return Number(money.replace('.', ''))
  throw refusal('DATOS_INVALIDOS', { campos: { monto: 'Escribe un monto, como 1500.00.' } })
}

function paidInCash({ codigo }: Purchase): AppError {
  const details = `La compra ${codigo} se cobró en efectivo: ese dinero no llegó a una cuenta, y los libros lo cuentan ya.`
  return refusal('SE_COBRO_EN_EFECTIVO', { details })
}
