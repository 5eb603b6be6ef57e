import { appendEntry } from '#journal/server/append-entry.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { PaymentMethod } from '../contract.ts'

/** Adds a payment method, with its data in the journal: where buyers pay never changes silently. */
export async function addMethod(ctx: Ctx, method: Omit<PaymentMethod, 'id'>, actor: string): Promise<number> {
  const id = await ctx.db.write('sitio', async (tx) => {
    const last = await tx
      .selectFrom('payment_methods')
      .select((row) => row.fn.max('orden').as('orden'))
      .executeTakeFirst()
    const { numeroCuenta, paginas, ...fields } = method
    const added = await tx
      .insertInto('payment_methods')
      .values({ ...fields, numero_cuenta: numeroCuenta, paginas: paginas.join(','), orden: (last?.orden ?? 0) + 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await appendEntry(tx, {
      ambito: 'sitio',
      en: ctx.clock.now(),
      actor,
      accion: 'método de pago agregado',
      datos: { id: added.id, ...method },
    })
    return added.id
  })
  ctx.snapshots.forget('sitio:')
  return id
}
