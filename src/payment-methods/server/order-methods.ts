import type { Actor } from '#journal/actor.ts'
import { appendEntry } from '#journal/server/append-entry.ts'
import { refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { allMethods, changeRow } from './store.ts'

/**
 * Puts the methods into that order, on both pages.
 * @param ids every method once.
 * @throws AppError 409 VERSION_VIEJA when the list is another one by now
 */
export async function orderMethods(ctx: Ctx, ids: readonly number[], actor: Actor): Promise<void> {
  await ctx.db.write('sitio', async (tx) => {
    const before = (await allMethods(tx)).map((row) => row.id)
    const same = before.length === ids.length && before.every((id) => ids.includes(id))
    if (!same) {
      throw refusal('VERSION_VIEJA', {
        error: 'La lista cambió',
        details: 'Otra persona agregó o borró un método. Mírala de nuevo.',
      })
    }
    if (before.every((id, index) => id === ids[index])) return
    // The version of a method is of its data: an edit in progress is not lost to a move.
    for (const [index, id] of ids.entries()) await changeRow(tx, id, { orden: index + 1 })
    await appendEntry(tx, {
      ambito: 'sitio',
      en: ctx.clock.now(),
      actor,
      accion: 'orden de los métodos de pago cambiado',
      datos: { antes: before, ahora: ids },
      rows: { payment_methods: ids },
    })
  })
}
