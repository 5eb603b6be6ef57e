import { appendEntry } from '#journal/server/append-entry.ts'
import { notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { MethodChanges } from '../contract.ts'

/**
 * Changes where buyers pay, or which pages offer it; what it was before and what it is now go into the journal.
 * @throws AppError 404
 */
export async function changeMethod(ctx: Ctx, id: number, changes: MethodChanges, actor: string): Promise<void> {
  const { numeroCuenta, paginas, ...plain } = changes
  const columns = {
    ...Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined)),
    ...(numeroCuenta === undefined ? {} : { numero_cuenta: numeroCuenta }),
    ...(paginas === undefined ? {} : { paginas: paginas.join(',') }),
  }
  await ctx.db.write('sitio', async (tx) => {
    const antes = await tx.selectFrom('payment_methods').selectAll().where('id', '=', id).executeTakeFirst()
    if (!antes) throw notFound('Ese método de pago no existe')
    if (Object.keys(columns).length === 0) return
    const ahora = await tx
      .updateTable('payment_methods')
      .set(columns)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await appendEntry(tx, {
      ambito: 'sitio',
      en: ctx.clock.now(),
      actor,
      accion: 'método de pago cambiado',
      datos: { id, antes, ahora },
    })
  })
  ctx.snapshots.forget('sitio:')
}
