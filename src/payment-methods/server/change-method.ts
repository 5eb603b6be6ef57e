import { notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { MethodChanges } from '../contract.ts'
import { recordChange } from './record-change.ts'
import { changeRow, findMethod, lockMethod } from './store.ts'

/**
 * Changes where buyers pay, or which pages offer it, for who has the machine itself: no second factor is asked. What it was
 * before and what it is now go into the journal.
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
    const nothing = Object.keys(columns).length === 0
    const antes = await (nothing ? findMethod(tx, id) : lockMethod(tx, id, null))
    if (!antes) throw notFound('Ese método de pago no existe')
    if (nothing) return
    const ahora = await changeRow(tx, id, columns)
    await recordChange(tx, { deed: 'changed', en: ctx.clock.now(), actor, antes, ahora })
  })
  ctx.snapshots.forget('sitio:')
}
