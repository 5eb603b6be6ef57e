import type { MethodKind } from '#payment-methods/methods.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { paymentClass, paymentTails, windowsOf } from '../payment-tails.ts'

const PAGE = 500

interface Kept {
  id: number
  estado: string
  referencia: string
  metodo_pago: MethodKind | null
}

/**
 * Reads the references of a version that compared them otherwise. What that version confirmed twice stays confirmed: the first
 * has the payment, and the audit names the others.
 */
export async function readExistingPayments(tx: Sql): Promise<void> {
  for (let last = 0; ; ) {
    const page: Kept[] = await tx
      .selectFrom('purchases')
      .select(['id', 'estado', 'referencia', 'metodo_pago'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(PAGE)
      .execute()
    for (const purchase of page) await readPayment(tx, purchase)
    const end = page.at(-1)
    if (!end) return
    last = end.id
  }
}

async function readPayment(tx: Sql, { id, estado, referencia, metodo_pago }: Kept): Promise<void> {
  const tails = paymentTails(referencia, metodo_pago)
  if (tails.length === 0) return
  const confirmada = estado === 'confirmado' ? 1 : 0
  const windows = windowsOf(tails).map((ventana) => ({ ventana, confirmada, compra_id: id }))
  await tx.insertInto('payment_windows').values(windows).execute()
  if (confirmada === 0) return
  const clase = paymentClass(metodo_pago)
  for (const { cola } of tails.filter(({ firme }) => firme)) {
    const claim = { clase, cola, turno: 0, compra_id: id }
    const claimed = await tx
      .insertInto('confirmed_references')
      .values(claim)
      .onConflict((conflict) => conflict.doNothing())
      .returning('compra_id')
      .executeTakeFirst()
    if (!claimed)
      await tx
        .insertInto('confirmed_references')
        .values({ ...claim, turno: id })
        .execute()
  }
}
