import type { Sql } from '#platform/server/db/database.ts'
import { prepared, preparedRows } from '#platform/server/db/prepared.ts'
import { compareTails, type Likeness, paymentClass, paymentTails, tailEnd, windowsOf } from '../../payment-tails.ts'
import type { Purchase } from '../store.ts'
import { ALIKE, type Alike } from './list-alike.ts'

type Paid = Pick<Purchase, 'referencia' | 'metodo_pago'>

/** Why a payment cannot be claimed. */
export interface Clash {
  likeness: 'igual' | 'parecida'
  /** Of the confirmed purchase. */
  codigo: string
}

const addWindows = preparedRows('payment_windows', { ventana: true, confirmada: true, compra_id: true })

/** Makes a purchase in review be found by its payment. */
export async function writePayment(tx: Sql, compra_id: number, paid: Paid): Promise<void> {
  await addWindows(
    tx,
    windowsOfPayment(paid).map((ventana) => ({ ventana, confirmada: 0, compra_id })),
  )
}

/** The same, with the reference that it has from now on. */
export async function rewritePayment(tx: Sql, compra_id: number, paid: Paid): Promise<void> {
  await tx.deleteFrom('payment_windows').where('compra_id', '=', compra_id).execute()
  await writePayment(tx, compra_id, paid)
}

const ofPerson = prepared<{ cedula: string; ventana: string; except: number }>({
  cedula: true,
  ventana: true,
  except: true,
})((sql, given) =>
  sql
    .selectFrom('payment_windows')
    .innerJoin('purchases', 'purchases.id', 'payment_windows.compra_id')
    .select(['referencia', 'metodo_pago'])
    .where('ventana', '=', given.ventana)
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
    [...new Set(tails.map(tailEnd))].map((ventana) =>
      ofPerson(tx, { cedula: payment.cedula, ventana, except: exceptId }),
    ),
  )
  return found
    .flat()
    .some(
      (other) =>
        (payment.metodo_pago === null ||
          other.metodo_pago === null ||
          paymentClass(other.metodo_pago) === paymentClass(payment.metodo_pago)) &&
        isSame(compareTails(tails, paymentTails(other.referencia, other.metodo_pago))),
    )
}

/** What merely stands within the other is no reason to refuse a report: somebody looks at both. */
function isSame(likeness: Likeness | null): boolean {
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

/** Confirmed purchases by the windows of their payments, however many reports were sent since. */
export async function listConfirmedWith(sql: Sql, ventanas: readonly string[]): Promise<(Alike & { valor: string })[]> {
  if (ventanas.length === 0) return []
  return sql
    .selectFrom('payment_windows')
    .innerJoin('purchases', 'purchases.id', 'payment_windows.compra_id')
    .select(ALIKE.map((column) => `purchases.${column}` as const))
    .select('ventana as valor')
    .where('ventana', 'in', ventanas)
    .where('confirmada', '=', 1)
    .orderBy('purchases.id', 'desc')
    .execute()
}

/**
 * Claims the payment for a purchase that is being confirmed. Its windows are locked first, in one order for all, so that
 * references of one payment that are written otherwise meet too; the primary key holds what is equal in any case.
 * @param judged a person said that it is another payment than those that are like it; what is equal stays refused.
 * @returns the confirmed purchase that it would be a second time, or null when it is claimed.
 */
export async function claimPayment(tx: Sql, purchase: Paid & { id: number }, judged: boolean): Promise<Clash | null> {
  const tails = paymentTails(purchase.referencia, purchase.metodo_pago)
  const ventanas = windowsOf(tails)
  // Too few digits to tell a payment by: a person judges those.
  if (ventanas.length === 0) return null
  await tx
    .insertInto('payment_locks')
    .values(ventanas.map((final) => ({ final })))
    .onConflict((conflict) => conflict.column('final').doUpdateSet((row) => ({ final: row.ref('excluded.final') })))
    .execute()
  const clase = paymentClass(purchase.metodo_pago)
  let like: Clash | null = null
  for (const other of await listConfirmedWith(tx, ventanas)) {
    const likeness = compareTails(tails, paymentTails(other.referencia, other.metodo_pago))
    const sameClass = clase === paymentClass(other.metodo_pago)
    if (likeness === 'igual' && sameClass) return { likeness, codigo: other.codigo }
    if (likeness !== null) like = { likeness: 'parecida', codigo: other.codigo }
  }
  if (like && !judged) return like
  for (const { cola } of tails.filter(({ firme }) => firme)) {
    const claimed = await tx
      .insertInto('confirmed_references')
      .values({ clase, cola, turno: like ? purchase.id : 0, compra_id: purchase.id })
      .onConflict((conflict) => conflict.doNothing())
      .returning('compra_id')
      .executeTakeFirst()
    if (!claimed) return { likeness: 'igual', codigo: '' }
  }
  await markWindows(tx, purchase.id, 1)
  return null
}

export async function freePayment(tx: Sql, compraId: number): Promise<void> {
  await tx.deleteFrom('confirmed_references').where('compra_id', '=', compraId).execute()
  await markWindows(tx, compraId, 0)
}

async function markWindows(tx: Sql, compra_id: number, confirmada: 0 | 1): Promise<void> {
  await tx.updateTable('payment_windows').set({ confirmada }).where('compra_id', '=', compra_id).execute()
}

export function windowsOfPayment({ referencia, metodo_pago }: Paid): string[] {
  return windowsOf(paymentTails(referencia, metodo_pago))
}
