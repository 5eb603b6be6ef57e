import type { Sql } from '#platform/server/db/database.ts'
import { idsOf, insertRows, isOneOf } from '#platform/server/db/many.ts'
import { prepared } from '#platform/server/db/prepared.ts'
import { compareTails, paymentClass, paymentTails, type Tail, tailEnd, windowsOf } from '../../payment-tails.ts'
import type { Purchase } from '../store.ts'
import { ALIKE, type Alike } from './list-alike.ts'
import { confirmedReferences, paymentLocks, paymentWindows } from './payment-schema.ts'

type Paid = Pick<Purchase, 'referencia' | 'metodo_pago'>

/** Why a payment cannot be claimed. */
export interface Clash {
  likeness: 'igual' | 'parecida'
  /** Of the confirmed purchase. */
  codigo: string
  /** All confirmed purchases that may be of that payment. */
  compras: number[]
}

const addWindows = insertRows(paymentWindows)

/** Makes purchases in review be found by their payments. */
export async function writePayments(tx: Sql, purchases: readonly (Paid & { id: number })[]): Promise<void> {
  await addWindows(
    tx,
    purchases.flatMap((one) => windowsOfPayment(one).map((ventana) => ({ ventana, confirmada: 0, compra_id: one.id }))),
  )
}

/** The same, with the reference that it has from now on. */
export async function rewritePayment(tx: Sql, compra_id: number, paid: Paid): Promise<void> {
  await tx.deleteFrom('payment_windows').where('compra_id', '=', compra_id).execute()
  await writePayments(tx, [{ ...paid, id: compra_id }])
}

/** Person, connection and number of tickets: a second tab of the same buyer would repeat all of it. */
const WHOLE = ['codigo', 'telefono', 'correo', 'rifa_id', 'cantidad_tickets', 'cliente'] as const
export type ReportedWhole = Payment & Pick<Purchase, 'id' | (typeof WHOLE)[number]>

const ofPersons = prepared<{ cedulas: string[]; ventanas: string[] }>({ cedulas: true, ventanas: true })(
  (sql, { cedulas, ventanas }) =>
    sql
      .selectFrom('payment_windows')
      .innerJoin('purchases', 'purchases.id', 'payment_windows.compra_id')
      .select(['purchases.id', 'cedula', 'referencia', 'metodo_pago', ...WHOLE])
      .distinct()
      .where(isOneOf(sql, 'ventana', ventanas))
      .where(isOneOf(sql, 'cedula', cedulas))
      .where('estado', 'in', ['en revision', 'confirmado']),
)

type Payment = Paid & Pick<Purchase, 'cedula'>

/** Purchases in review or confirmed that may be of one of those payments, of the same persons. */
export async function listReported(tx: Sql, payments: readonly Payment[]): Promise<ReportedWhole[]> {
  const ventanas = [...new Set(payments.flatMap(endsOf))]
  if (ventanas.length === 0) return []
  const cedulas = [...new Set(payments.map(({ cedula }) => cedula))]
  return ofPersons(tx, { cedulas, ventanas })
}

/** The one of them with that very payment and its person. Without a method, methods are not compared. */
export function findReported<One extends Payment & { id: number }>(
  reported: readonly One[],
  payment: Payment,
  exceptId = 0,
): One | undefined {
  const own = reported.filter(({ id, cedula }) => id !== exceptId && cedula === payment.cedula)
  if (own.length === 0) return
  const tails = paymentTails(payment.referencia, payment.metodo_pago)
  return own.find(
    (other) =>
      (payment.metodo_pago === null ||
        other.metodo_pago === null ||
        paymentClass(other.metodo_pago) === paymentClass(payment.metodo_pago)) &&
      isSame(tails, paymentTails(other.referencia, other.metodo_pago)),
  )
}

function endsOf({ referencia, metodo_pago }: Paid): string[] {
  return [...new Set(paymentTails(referencia, metodo_pago).map(tailEnd))]
}

/**
 * A reference that is only part of the other is no reason to refuse a report, nor are the digits of two codes with letters: a
 * person looks at both.
 */
function isSame(one: readonly Tail[], other: readonly Tail[]): boolean {
  const codesOf = (tails: readonly Tail[]) => tails.filter(({ cola }) => cola.startsWith('='))
  const coded = codesOf(one).length > 0 && codesOf(other).length > 0
  const likeness = coded ? compareTails(codesOf(one), codesOf(other)) : compareTails(one, other)
  return likeness === 'igual' || likeness === 'parecida'
}

/** Purchases that may be of the same payment, newest first, itself among them. */
export async function listWithPayment(sql: Sql, paid: Paid, limit: number): Promise<Purchase[]> {
  const ventanas = windowsOfPayment(paid)
  if (ventanas.length === 0) return []
  return sql
    .selectFrom('purchases')
    .selectAll()
    .where('id', 'in', (row) => row.selectFrom('payment_windows').select('compra_id').where('ventana', 'in', ventanas))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Confirmed purchases by the windows of their payments. */
export type Confirmed = Map<string, Alike[]>

/** Confirmed purchases by the windows of their payments, however many reports were sent since; or `fallen` ones. */
export async function listConfirmedWith(sql: Sql, ventanas: readonly string[], fallen = false): Promise<Confirmed> {
  if (ventanas.length === 0) return new Map()
  const found = await sql
    .selectFrom('payment_windows')
    .innerJoin('purchases', 'purchases.id', 'payment_windows.compra_id')
    .select(ALIKE.map((column) => `purchases.${column}` as const))
    .select('ventana as valor')
    .where('ventana', 'in', ventanas)
    .where('confirmada', '=', fallen ? 0 : 1)
    .where('estado', 'in', fallen ? ['rechazado', 'anulado'] : ['confirmado'])
    .orderBy('purchases.id', 'desc')
    .execute()
  return Map.groupBy(found, ({ valor }) => valor)
}

const lockWindows = insertRows(paymentLocks, 'on conflict (final) do update set final = excluded.final')

/**
 * Locks windows of payments, in one order for all, so that references of one payment that are written otherwise meet too.
 * @returns the confirmed purchases that have one of them.
 */
export async function lockPayments(tx: Sql, ventanas: readonly string[]): Promise<Confirmed> {
  if (ventanas.length === 0) return new Map()
  await lockWindows(
    tx,
    [...new Set(ventanas)].sort().map((final) => ({ final })),
  )
  // A confirmation made meanwhile is read once its lock is released.
  return listConfirmedWith(tx, ventanas)
}

/** Which of those would be paid by the same payment, and how certain that is; null when none. */
export function findClash(confirmed: Confirmed, purchase: Paid): Clash | null {
  const tails = paymentTails(purchase.referencia, purchase.metodo_pago)
  const clase = paymentClass(purchase.metodo_pago)
  const others = new Set(windowsOf(tails).flatMap((ventana) => confirmed.get(ventana) ?? []))
  const found = [...others].flatMap(({ id, codigo, referencia, metodo_pago }) => {
    const likeness = compareTails(tails, paymentTails(referencia, metodo_pago))
    if (likeness === null) return []
    const equal = likeness === 'igual' && clase === paymentClass(metodo_pago)
    return [{ id, codigo, likeness: equal ? ('igual' as const) : ('parecida' as const) }]
  })
  const worst = found.find(({ likeness }) => likeness === 'igual') ?? found.at(-1)
  return worst ? { likeness: worst.likeness, codigo: worst.codigo, compras: found.map(({ id }) => id) } : null
}

/** Rejected or annulled purchases that may be of the same payment as each of those, by id. */
export async function listFallenAlike(sql: Sql, purchases: readonly Purchase[]): Promise<Map<number, number[]>> {
  const fallen = await listConfirmedWith(sql, [...new Set(purchases.flatMap(windowsOfPayment))], true)
  return new Map(purchases.map((one) => [one.id, findClash(fallen, one)?.compras ?? []]))
}

const addClaims = insertRows(confirmedReferences)

/**
 * Claims the payments of purchases that are being confirmed, whose windows are locked. The primary key refuses equal ones,
 * unless somebody declared them to be two payments.
 * @param apart those that are like a confirmed one, and another payment.
 */
export async function claimPayments(
  tx: Sql,
  purchases: readonly (Paid & { id: number })[],
  apart: ReadonlySet<number>,
): Promise<void> {
  await Promise.all([
    addClaims(
      tx,
      purchases.flatMap((one) => claimsOf(one, apart.has(one.id) ? one.id : 0)),
    ),
    markWindows(tx, idsOf(purchases), 1),
  ])
}

/** @param turno 0, or the purchase itself where they are two payments. */
function claimsOf(purchase: Paid & { id: number }, turno: number) {
  const { id: compra_id, referencia, metodo_pago } = purchase
  const clase = paymentClass(metodo_pago)
  return paymentTails(referencia, metodo_pago)
    .filter(({ firme }) => firme)
    .map(({ cola }) => ({ clase, cola, turno, compra_id }))
}

/** A payment that was just confirmed, for those that are confirmed after it in its group. */
export function addConfirmed(confirmed: Confirmed, purchase: Alike): void {
  const { id, codigo, metodo_pago, referencia } = purchase
  const alike: Alike = { id, codigo, estado: 'confirmado', metodo_pago, referencia }
  for (const ventana of windowsOfPayment(purchase)) confirmed.set(ventana, [...(confirmed.get(ventana) ?? []), alike])
}

export async function freePayment(tx: Sql, compraId: number): Promise<void> {
  await tx.deleteFrom('confirmed_references').where('compra_id', '=', compraId).execute()
  await markWindows(tx, [compraId], 0)
}

async function markWindows(tx: Sql, compras: number[], confirmada: 0 | 1): Promise<void> {
  await tx
    .updateTable('payment_windows')
    .set({ confirmada })
    .where(isOneOf(tx, 'compra_id', compras))
    .execute()
}

export function windowsOfPayment({ referencia, metodo_pago }: Paid): string[] {
  return windowsOf(paymentTails(referencia, metodo_pago))
}
