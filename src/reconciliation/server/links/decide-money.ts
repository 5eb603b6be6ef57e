import type { Operator } from '#access/contract.ts'
import type { Deed } from '#journal/deeds.ts'
import { appendEntries, type NewEntry } from '#journal/server/append-entry.ts'
import { readHistory } from '#journal/server/read-history.ts'
import { decideMovement } from '#movements/server/decide-movement.ts'
import { MOVEMENTS_LANE } from '#movements/server/record-movements.ts'
import { freeCents } from '#movements/server/spend-movement.ts'
import { type AppError, missingReason, notFound, refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { lockRow, type Purchase } from '#purchases/server/store.ts'
import { refundsOf } from '#purchases/state-names.ts'
import type { MovementDecision, RefundDecision, ShownMovement } from '../../contract.ts'
import { listHeld, showMovements, text } from '../describe.ts'
import { readAccounts } from '../match/read-claims.ts'
import { listReversals } from '../match/reversals.ts'
import { removeLinks } from './link-store.ts'

const DEEDS: Record<MovementDecision['que'], Deed> = {
  devuelto: 'dinero devuelto',
  ignorado: 'dinero ignorado',
  abierto: 'dinero reabierto',
  otra: 'movimiento distinto',
}

/**
 * Decides about money that nobody reported. Parts that fallen purchases hold go with it.
 * @throws AppError 404, 409 MOVIMIENTO_USADO, 422 MOTIVO_NECESARIO
 */
export async function decideMoney(
  ctx: Ctx,
  id: number,
  { que, razon = '' }: MovementDecision,
  operator: Operator,
): Promise<ShownMovement> {
  if (razon === '' && (que === 'devuelto' || que === 'ignorado')) throw missingReason('razon')
  const known = await ctx.db.read.selectFrom('movements').select('metodo_id').where('id', '=', id).executeTakeFirst()
  if (!known) throw notFound('Ese movimiento no existe')
  await ctx.db.write(MOVEMENTS_LANE, async (tx) => {
    const how: How = { que, razon, actor: operator, now: ctx.clock.now() }
    // Behind the locks of the purchases: one that its buyer corrects at this moment is waited for, and holds its money again.
    for (const { compra_id } of await listHeld(tx, { movimientos: [id] })) await lockRow(tx, compra_id)
    const settled = que === 'devuelto' || que === 'ignorado' ? await settle(tx, { movimientos: [id] }, how) : []
    const rest = settled.length > 0 && (await isSpent(tx, id)) ? [] : await decideRest(tx, id, how)
    await appendEntries(tx, 'sitio', [...settled, ...rest])
  })
  const shown = (await showMovements(ctx.db.read, await readAccounts(ctx.db.read), [id])).get(id)
  if (!shown) throw notFound('Ese movimiento no existe')
  return shown
}

/**
 * The same for the money of one rejected or annulled purchase: all money joined to it, or without any, its amount due.
 * @throws AppError 404, 409 ESTADO_NO_PERMITE, 422 MOTIVO_NECESARIO
 */
export async function decideRefund(ctx: Ctx, id: number, given: RefundDecision, operator: Operator): Promise<void> {
  const { que, razon = '' } = given
  if (razon === '' && que !== 'abierto') throw missingReason('razon')
  await ctx.db.write(MOVEMENTS_LANE, async (tx) => {
    const purchase = await lockRow(tx, id)
    if (!purchase) throw notFound('Esa compra no existe')
    const how: How = { que, razon, actor: operator, now: ctx.clock.now() }
    const refunds = refundsOf(await readHistory(tx, id))
    const entries = que === 'abierto' ? [] : await settle(tx, { compras: [id] }, how)
    if (que === 'abierto') {
      for (const movimiento of new Set(refunds.map(({ datos }) => datos['movimiento'] as number | undefined)))
        entries.push(...(movimiento ? await decideRest(tx, movimiento, how) : [entryOf(how, {}, purchase)]))
    } else if (entries.length + refunds.length === 0 && ['anulado', 'rechazado'].includes(purchase.estado)) {
      entries.push(entryOf(how, { monto: purchase.monto ?? undefined, moneda: purchase.monto_moneda }, purchase))
    }
    if (entries.length === 0) throw nothingToReturn(purchase)
    await appendEntries(tx, 'sitio', entries)
  })
}

type How = Omit<Parameters<typeof decideMovement>[2], 'centimos'>

/** The parts that fallen purchases hold are freed, and decided at once. Money that the bank has taken is not to be returned. */
async function settle(tx: Sql, of: Parameters<typeof listHeld>[1], how: How): Promise<NewEntry[]> {
  const entries: NewEntry[] = []
  const reversed = await listReversals(tx)
  for (const held of await listHeld(tx, of)) {
    const { movimiento_id: movimiento, compra_id, centimos, moneda } = held
    if (reversed.has(movimiento)) continue
    await removeLinks(tx, [held])
    await decideMovement(tx, movimiento, { ...how, centimos })
    const entry = entryOf(how, { movimiento, monto: text(centimos), moneda }, { ...held, id: compra_id })
    entries.push({ ...entry, rows: { ...entry.rows, purchases: [compra_id] } })
  }
  return entries
}

async function isSpent(tx: Sql, id: number): Promise<boolean> {
  const row = await tx.selectFrom('movements').selectAll().where('id', '=', id).executeTakeFirst()
  return row !== undefined && freeCents(row) === 0
}

/** The part that nobody holds. All of it, when opened again, which is noted for each purchase of which something was decided. */
async function decideRest(tx: Sql, id: number, how: How): Promise<NewEntry[]> {
  const before = await decideMovement(tx, id, how)
  const left = how.que === 'devuelto' || how.que === 'ignorado' ? freeCents(before) : before.centimos
  const rest = entryOf(how, { movimiento: id, monto: text(left), moneda: before.moneda })
  if (how.que !== 'abierto') return [rest]
  const decided = await tx
    .selectFrom('journal')
    .innerJoin('purchases', 'purchases.id', 'journal.compra_id')
    .select(['purchases.id', 'purchases.rifa_id', 'codigo'])
    .where('accion', 'in', [DEEDS.devuelto, DEEDS.ignorado])
    .where('datos', 'like', `%"movimiento":${id},%`)
    .distinct()
    .execute()
  return [rest, ...decided.map((purchase) => entryOf(how, { movimiento: id }, purchase))]
}

/** The journal keeps which movement and how much, and nothing of the payer. */
function entryOf(
  { que, razon, actor, now: en }: How,
  told: { movimiento?: number } & Record<string, unknown>,
  of?: Pick<Purchase, 'id' | 'rifa_id' | 'codigo'>,
): NewEntry {
  const { movimiento } = told
  const rows = { movements: movimiento === undefined ? [] : [movimiento] }
  const entry = { ambito: 'sitio', en, actor, accion: DEEDS[que], datos: told, rows }
  if (!of) return entry
  const datos = { codigo: of.codigo, ...told, motivo: razon || undefined }
  return { ...entry, rifa_id: of.rifa_id, compra_id: of.id, datos }
}

function nothingToReturn({ codigo }: Purchase): AppError {
  const details = `De la compra ${codigo} no hay dinero por devolver, o ya lo anotaste.`
  return refusal('ESTADO_NO_PERMITE', { details })
}
