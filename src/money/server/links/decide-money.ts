import type { Operator } from '#access/contract.ts'
import type { Actor } from '#journal/actor.ts'
import type { Deed } from '#journal/deeds.ts'
import { appendEntries, type NewEntry } from '#journal/server/append-entry.ts'
import type { Instant } from '#platform/clock.ts'
import { missingReason, notFound, refusal } from '#platform/errors.ts'
import { type Money, moneyOfCents, sumMoney } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { lockPayments, windowsOfPayment } from '#purchases/server/payment/payment-store.ts'
import { lockRow, type Purchase } from '#purchases/server/store.ts'
import type { MovementDecision, RefundDecision, ShownMovement } from '../../contract.ts'
import { isNamed } from '../../likeness.ts'
import { decideMovement, reopenPart } from '../bank/decide-movement.ts'
import { MOVEMENTS_LANE } from '../bank/record-movements.ts'
import { freeCents, spendMovement } from '../bank/spend-movement.ts'
import { listContradictions } from '../contradictions.ts'
import { type Held, listHeld, showMovements } from '../describe.ts'
import { listRivals } from '../match/neighbourhood.ts'
import { owedCents, readAccounts, toClaim } from '../match/read-claims.ts'
import { selectFree, toCredit } from '../match/read-credits.ts'
import { listReversals } from '../match/reversals.ts'
import { addLink, joinedBy, listLinks, removeLinks } from './link-store.ts'
import { listRefunds, type Refund, readNoted } from './read-refunds.ts'

const DEEDS: Record<MovementDecision['que'], Deed> = {
  devuelto: 'dinero devuelto',
  ignorado: 'dinero ignorado',
  abierto: 'dinero reabierto',
  otra: 'movimiento distinto',
}

/**
 * Money that was decided is set free by owners alone: it may confirm another purchase then.
 * @throws AppError 403 SOLO_DUENO
 */
export function requireOwner({ rol }: Operator, decided: boolean): void {
  if (!decided || rol === 'dueno') return
  const details = 'Ya pagó una compra, o ya se anotó qué pasó con él: podría confirmar otra.'
  throw refusal('SOLO_DUENO', { error: 'Solo un dueño mueve ese dinero', details })
}

/**
 * Decides about money that nobody reported. Parts that fallen purchases hold go with it; opened again, they hold theirs again.
 * @throws AppError 403 SOLO_DUENO, 404, 409 MOVIMIENTO_USADO | PUEDE_SER_REPETIDO | LO_UNIDO_CAMBIO, 422 MOTIVO_NECESARIO
 */
export async function decideMoney(
  ctx: Ctx,
  id: number,
  { que, razon = '', monto }: MovementDecision,
  actor: Operator,
): Promise<ShownMovement> {
  if (razon === '' && (que === 'devuelto' || que === 'ignorado')) throw missingReason('razon')
  requireOwner(actor, que === 'abierto')
  await ctx.db.write(MOVEMENTS_LANE, async (tx) => {
    const how: How = { que, razon, actor, now: ctx.clock.now() }
    const entries: NewEntry[] = que === 'devuelto' ? await settleNoted(tx, id, how) : []
    // Behind the locks of the purchases: one that its buyer corrects at this moment is waited for, and holds its money again.
    for (const compra_id of await listConcerned(tx, id)) {
      const purchase = await lockRow(tx, compra_id)
      if (purchase && que === 'abierto') entries.push(...(await reopen(tx, purchase, how, id)))
    }
    if (que === 'devuelto' || que === 'ignorado') entries.push(...(await settle(tx, { movimientos: [id] }, how, actor)))
    const free = selectFree(tx).where('movements.id', '=', id)
    if (que === 'abierto' || entries.length === 0 || (await free.executeTakeFirst()))
      entries.push(...(await decideRest(tx, id, how)))
    requireShown(monto, entries)
    await appendEntries(tx, 'sitio', entries)
  })
  const shown = (await showMovements(ctx.db.read, await readAccounts(ctx.db.read), [id])).get(id)
  if (!shown) throw notFound('Ese movimiento no existe')
  return shown
}

/**
 * The same for the money of one rejected or annulled purchase: all money joined to it, or without any, its amount due.
 * @throws AppError 403 SOLO_DUENO, 404, 409 ESTADO_NO_PERMITE | LO_UNIDO_CAMBIO, 422 MOTIVO_NECESARIO
 */
export async function decideRefund(ctx: Ctx, id: number, given: RefundDecision, actor: Operator): Promise<void> {
  const { que, razon = '', monto } = given
  if (razon === '' && que !== 'abierto') throw missingReason('razon')
  await ctx.db.write(MOVEMENTS_LANE, async (tx) => {
    const purchase = await lockRow(tx, id)
    if (!purchase) throw notFound('Esa compra no existe')
    await lockPayments(tx, windowsOfPayment(purchase))
    requireOwner(actor, que === 'abierto' || purchase.estado === 'anulado')
    const how: How = { que, razon, actor, now: ctx.clock.now() }
    const entries =
      que === 'abierto' ? await reopen(tx, purchase, how) : await settle(tx, { compras: [id] }, how, actor)
    const isNew = que !== 'abierto' && entries.length === 0 && (await listRefunds(tx, [id])).length === 0
    // The money of its reference may be back already, as of nobody, or of another report of it.
    const said = (await listContradictions(tx, [{ ...purchase, estado: 'en revision' }])).get(id)
    const isBack = que === 'devuelto' && said?.que === 'usado' && said.compras.length === 0
    if (isNew && !isBack && ['anulado', 'rechazado'].includes(purchase.estado))
      entries.push(entryOf(how, { monto: purchase.monto ?? undefined, moneda: purchase.monto_moneda }, purchase))
    const details = `De la compra ${purchase.codigo} no hay dinero por devolver, o ya lo anotaste, aquí o en Dinero sin reporte.`
    if (entries.length === 0) throw refusal('ESTADO_NO_PERMITE', { details })
    requireShown(monto, entries)
    await appendEntries(tx, 'sitio', entries)
  })
}

/**
 * Money that is joined to a purchase whose return was noted before anybody saw it, or that it still holds when it falls: it is that
 * money, and nothing more is to be returned of it.
 */
export async function coverNoted(tx: Sql, purchase: Purchase, actor: Actor, now: Instant): Promise<void> {
  let left = (await readNoted(tx, [purchase.id], [DEEDS.devuelto])).get(purchase.id) ?? 0
  const how: How = { que: 'devuelto', razon: 'Su devolución ya estaba anotada.', actor, now }
  const entries: NewEntry[] = []
  for (const link of left > 0 ? await listLinks(tx, [purchase.id]) : []) {
    const centimos = Math.min(left, link.centimos)
    if (centimos === 0) break
    const held = { ...purchase, ...link, moneda: purchase.monto_moneda, centimos }
    entries.push(await settlePart(tx, held, how, { anotado: 'antes' }))
    left -= centimos
    if (centimos === link.centimos) continue
    await spendMovement(tx, link.movimiento_id, link.centimos - centimos)
    await addLink(tx, { ...link, centimos: link.centimos - centimos })
  }
  await appendEntries(tx, 'sitio', entries)
}

/** Money of nobody that is named by a purchase whose return was noted before it was seen, as far as the note goes: it is that money. */
async function settleNoted(tx: Sql, id: number, how: How): Promise<NewEntry[]> {
  const accounts = await readAccounts(tx)
  const row = await selectFree(tx).where('movements.id', '=', id).where('repetida_de', 'is', null).executeTakeFirst()
  if (!row?.fin) return []
  const credit = toCredit(row, accounts)
  await lockPayments(tx, [row.fin])
  for (const rival of await listRivals(tx, [credit], new Map())) {
    const claim = toClaim(rival, accounts, () => null)
    const purchase = !claim.empezada && isNamed(claim, credit) ? await lockRow(tx, rival.id) : null
    const noted = await readNoted(tx, [rival.id], [DEEDS.devuelto])
    const centimos = Math.min(noted.get(rival.id) ?? 0, credit.libre)
    if (!purchase || centimos === 0) continue
    await decideMovement(tx, id, { ...how, centimos })
    return [
      entryOf(how, { movimiento: id, monto: moneyOfCents(centimos), moneda: row.moneda, anotado: 'antes' }, purchase),
    ]
  }
  return []
}

type How = Omit<Parameters<typeof decideMovement>[2], 'centimos'>
type Part = Pick<Held, 'movimiento_id' | 'compra_id' | 'rifa_id' | 'codigo' | 'centimos' | 'moneda'>

/** The parts that fallen purchases hold are freed, and decided at once. Money that the bank has taken is not to be returned. */
async function settle(tx: Sql, of: Parameters<typeof listHeld>[1], how: How, actor: Operator): Promise<NewEntry[]> {
  const entries: NewEntry[] = []
  const reversed = await listReversals(tx)
  for (const held of await listHeld(tx, of)) {
    if (reversed.has(held.movimiento_id)) continue
    requireOwner(actor, held.estado === 'anulado')
    entries.push(await settlePart(tx, held, how))
  }
  return entries
}

async function settlePart(tx: Sql, held: Part, how: How, more: object = {}): Promise<NewEntry> {
  const { movimiento_id: movimiento, compra_id, centimos, moneda } = held
  await removeLinks(tx, [held])
  await decideMovement(tx, movimiento, { ...how, centimos })
  return entryOf(how, { movimiento, monto: moneyOfCents(centimos), moneda, ...more }, { ...held, id: compra_id })
}

/**
 * Undoes what was decided of the money of a purchase: its parts pay it again, and the rest of those movements stays as it is.
 * @param only of this movement, with the note that it came for.
 */
async function reopen(tx: Sql, purchase: Purchase, how: How, only?: number): Promise<NewEntry[]> {
  const all = await listRefunds(tx, [purchase.id])
  const noted = all.some(({ datos }) => datos.movimiento === only && datos.anotado)
  const isOwn = ({ movimiento, anotado }: Refund['datos']) =>
    only === undefined || movimiento === only || (noted && (anotado || movimiento === undefined))
  const entries: NewEntry[] = []
  for (const { accion, datos } of all.filter((one) => isOwn(one.datos))) {
    const { movimiento, monto = null } = datos
    entries.push(entryOf(how, { movimiento }, purchase))
    if (movimiento === undefined) continue
    const centimos = owedCents({ monto }) ?? 0
    await reopenPart(tx, movimiento, accion === DEEDS.devuelto ? 'devuelto' : 'ignorado', centimos)
    await addLink(tx, { movimiento_id: movimiento, compra_id: purchase.id, centimos, ...joinedBy(how.actor, how.now) })
  }
  return entries
}

/** Purchases that hold parts of it, or of which a part was decided, in the order of their locks. */
async function listConcerned(tx: Sql, id: number): Promise<number[]> {
  const decided = await tx
    .selectFrom('journal')
    .select('compra_id')
    .where('accion', 'in', [DEEDS.devuelto, DEEDS.ignorado])
    .where('datos', 'like', `%"movimiento":${id},%`)
    .execute()
  const all = [...decided, ...(await listHeld(tx, { movimientos: [id] }))].flatMap(({ compra_id }) => compra_id ?? [])
  return [...new Set(all)].sort((one, other) => one - other)
}

/** The part that nobody holds; opened again, all that was decided of it. */
async function decideRest(tx: Sql, id: number, how: How): Promise<NewEntry[]> {
  const before = await decideMovement(tx, id, how)
  if (how.que === 'devuelto' && before.repetida_de !== null) throw refusal('PUEDE_SER_REPETIDO')
  const decided = before.devuelto + before.ignorado
  const left = how.que === 'otra' ? before.centimos : how.que === 'abierto' ? decided : freeCents(before)
  return left === 0 ? [] : [entryOf(how, { movimiento: id, monto: moneyOfCents(left), moneda: before.moneda })]
}

/** @throws AppError 409 LO_UNIDO_CAMBIO when that is not the amount that its page showed. */
function requireShown(monto: string | null | undefined, entries: readonly NewEntry[]): void {
  const sums = entries.flatMap(({ datos }) => (datos['monto'] as Money | undefined) ?? [])
  if (monto === undefined || (monto ?? '0.00') === sumMoney(sums)) return
  const details = 'Llegó más, o alguien anotó una parte. No se anotó nada: mira cuánto es ahora.'
  throw refusal('LO_UNIDO_CAMBIO', { error: 'Ya no es el monto que viste', details })
}

/** The journal keeps which movement and how much, and nothing of the payer. */
function entryOf(
  { que, razon, actor, now: en }: How,
  told: { movimiento?: number | undefined } & Record<string, unknown>,
  of?: Pick<Purchase, 'id' | 'rifa_id' | 'codigo'>,
): NewEntry {
  const { movimiento } = told
  const rows = { movements: movimiento === undefined ? [] : [movimiento], purchases: of ? [of.id] : [] }
  const entry = { ambito: 'sitio', en, actor, accion: DEEDS[que], datos: told, rows }
  if (!of) return entry
  const datos = { codigo: of.codigo, ...told, motivo: razon || undefined }
  return { ...entry, rifa_id: of.rifa_id, compra_id: of.id, datos }
}
