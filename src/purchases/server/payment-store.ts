import type { Sql } from '#platform/server/db/database.ts'
import { prepared } from '#platform/server/db/prepared.ts'
import { compareTails, type Likeness, paymentClass, paymentTails, type Tail, tailEnd } from '../payment-tails.ts'
import { ALIKE, type Alike } from './list-alike.ts'
import type { PaymentTailsTable } from './payment-schema.ts'
import type { Purchase } from './store.ts'

type Paid = Pick<Purchase, 'referencia' | 'metodo_pago'>

/** Why a payment cannot be claimed. */
export interface Clash {
  likeness: Likeness
  /** Of the confirmed purchase. */
  codigo: string
}

const addTail = prepared<PaymentTailsTable>(['final', 'compra_id', 'cola', 'firme'])((sql, row) =>
  sql.insertInto('payment_tails').values(row),
)

/** Makes a purchase be found by its payment. */
export async function writeTails(tx: Sql, compra_id: number, { referencia, metodo_pago }: Paid): Promise<void> {
  await Promise.all(
    paymentTails(referencia, metodo_pago).map((tail) =>
      addTail(tx, { final: tailEnd(tail), compra_id, cola: tail.cola, firme: tail.firme ? 1 : 0 }),
    ),
  )
}

/** The same, with the reference that it has from now on. */
export async function rewriteTails(tx: Sql, compra_id: number, paid: Paid): Promise<void> {
  await tx.deleteFrom('payment_tails').where('compra_id', '=', compra_id).execute()
  await writeTails(tx, compra_id, paid)
}

const ofPerson = prepared<{ cedula: string; final: string; except: number }>(['cedula', 'final', 'except'])(
  (sql, given) =>
    sql
      .selectFrom('payment_tails')
      .innerJoin('purchases', 'purchases.id', 'payment_tails.compra_id')
      .select(['referencia', 'metodo_pago'])
      .where('final', '=', given.final)
      .where('cedula', '=', given.cedula)
      .where('estado', 'in', ['en revision', 'confirmado'])
      .where('purchases.id', '!=', given.except),
)

/** Whether a purchase of the person with that very payment is in review or confirmed. Who names no method names no other. */
export async function isSamePaymentReported(
  tx: Sql,
  payment: Paid & Pick<Purchase, 'cedula'>,
  exceptId: number,
): Promise<boolean> {
  const tails = paymentTails(payment.referencia, payment.metodo_pago)
  const found = await Promise.all(
    ends(tails).map((final) => ofPerson(tx, { cedula: payment.cedula, final, except: exceptId })),
  )
  return found
    .flat()
    .some(
      (other) =>
        (payment.metodo_pago === null ||
          other.metodo_pago === null ||
          paymentClass(other.metodo_pago) === paymentClass(payment.metodo_pago)) &&
        compareTails(tails, paymentTails(other.referencia, other.metodo_pago)) !== null,
    )
}

/** Purchases that may be of the same payment, newest first, itself among them. */
export async function listWithPayment(sql: Sql, { referencia, metodo_pago }: Paid, limit: number): Promise<Purchase[]> {
  const finals = ends(paymentTails(referencia, metodo_pago))
  if (finals.length === 0) return []
  return sql
    .selectFrom('purchases')
    .selectAll()
    .where('id', 'in', (row) => row.selectFrom('payment_tails').select('compra_id').where('final', 'in', finals))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Confirmed purchases by the ends of the payments that they claimed, however many others end so. */
export async function listConfirmedWith(sql: Sql, finals: readonly string[]): Promise<(Alike & { valor: string })[]> {
  if (finals.length === 0) return []
  return sql
    .selectFrom('confirmed_references')
    .innerJoin('purchases', 'purchases.id', 'confirmed_references.compra_id')
    .select(ALIKE.map((column) => `purchases.${column}` as const))
    .select('confirmed_references.final as valor')
    .where('confirmed_references.final', 'in', finals)
    .orderBy('purchases.id', 'desc')
    .execute()
}

/**
 * Claims the payment for a purchase that is being confirmed. The ends of its readings are locked first, in one order for all,
 * so that readings of different lengths meet too; the primary key holds what is equal in any case.
 * @param judged a person said that it is another payment than those that are like it; what is equal stays refused.
 * @returns the confirmed purchase that it would be a second time, or null when it is claimed.
 */
export async function claimPayment(tx: Sql, purchase: Paid & { id: number }, judged: boolean): Promise<Clash | null> {
  const tails = paymentTails(purchase.referencia, purchase.metodo_pago)
  const finals = ends(tails)
  // Too few digits to tell a payment by: a person judges those.
  if (finals.length === 0) return null
  for (const final of finals) {
    await tx
      .insertInto('payment_locks')
      .values({ final })
      .onConflict((conflict) => conflict.column('final').doUpdateSet({ final }))
      .execute()
  }
  const clase = paymentClass(purchase.metodo_pago)
  let like: Clash | null = null
  for (const other of await listConfirmedWith(tx, finals)) {
    if (other.id === purchase.id) continue
    const likeness = compareTails(tails, paymentTails(other.referencia, other.metodo_pago))
    const sameClass = clase === paymentClass(other.metodo_pago)
    if (likeness === 'igual' && sameClass) return { likeness, codigo: other.codigo }
    if (likeness !== null) like = { likeness: 'parecida', codigo: other.codigo }
  }
  if (like && !judged) return like
  for (const { cola, firme } of tails) {
    const turno = firme && !like ? 0 : purchase.id
    const claimed = await tx
      .insertInto('confirmed_references')
      .values({ clase, cola, turno, final: tailEnd({ cola }), firme: firme ? 1 : 0, compra_id: purchase.id })
      .onConflict((conflict) => conflict.doNothing())
      .returning('compra_id')
      .executeTakeFirst()
    if (!claimed) return { likeness: 'igual', codigo: '' }
  }
  return null
}

export async function freePayment(tx: Sql, compraId: number): Promise<void> {
  await tx.deleteFrom('confirmed_references').where('compra_id', '=', compraId).execute()
}

/** Each once, in one order. */
export function ends(tails: readonly Tail[]): string[] {
  return [...new Set(tails.map(tailEnd))].sort()
}
