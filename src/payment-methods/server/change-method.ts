import type { Actor } from '#journal/actor.ts'
import { notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { type AddedMethod, type MethodChanges, type MethodData, NO_DATA } from '../contract.ts'
import { FORM_RULES, formOf } from '../method-forms.ts'
import type { MethodForm } from '../methods.ts'
import { recordChange } from './record-change.ts'
import { readMethodData } from './refuse-method.ts'
import { insertMethod } from './save-method.ts'
import { changeRow, findMethod, lockMethod } from './store.ts'

/**
 * Changes a method, or the pages that offer it, for a person at the machine itself: no second factor is asked. The old
 * and the new state go into the journal.
 * @throws AppError 404, 422 DATOS_INVALIDOS
 */
export async function changeMethod(ctx: Ctx, id: number, changes: MethodChanges, actor: Actor): Promise<void> {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  await ctx.db.write('sitio', async (tx) => {
    const nothing = Object.keys(given).length === 0
    const antes = await (nothing ? findMethod(tx, id) : lockMethod(tx, id, null))
    if (!antes) throw notFound('Ese método de pago no existe')
    if (nothing) return
    // In the form in which the panel keeps it, so that nothing differs only by how it was typed.
    const kept = keptAs(formOf({ tipo: antes.tipo, moneda: changes.moneda ?? antes.moneda }), given)
    const { numeroCuenta, paginas, ...plain } = { ...changes, ...kept }
    const ahora = await changeRow(tx, id, {
      ...Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined)),
      ...(numeroCuenta === undefined ? {} : { numero_cuenta: numeroCuenta }),
      ...(paginas === undefined ? {} : { paginas: paginas.join(',') }),
    })
    await recordChange(tx, { deed: 'changed', en: ctx.clock.now(), actor, antes, ahora })
  })
}

/** The given fields, as the method's kind keeps them. Fields that the kind lacks stay as they are. @throws AppError 422 DATOS_INVALIDOS */
function keptAs(form: MethodForm, given: Partial<MethodData>): Partial<MethodData> {
  const typed = { ...NO_DATA, titulo: form, ...given }
  const { numero_cuenta: numeroCuenta, ...read } = readMethodData(form, typed, [])
  return Object.fromEntries(Object.entries({ ...read, numeroCuenta }).filter(([field, text]) => field in given && text))
}

/**
 * Another account of a kind, for a person at the machine itself, checked as the panel checks it.
 * @returns its id.
 * @throws AppError 422 DATOS_INVALIDOS, 409 METODO_OTRA_MONEDA
 */
export async function addMethod(ctx: Ctx, { forma, paginas, ...typed }: AddedMethod, actor: Actor): Promise<number> {
  const { tipo, moneda } = FORM_RULES[forma]
  const given = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== undefined))
  const row = { tipo, moneda, ...readMethodData(forma, { ...NO_DATA, ...given }, paginas) }
  return insertMethod(ctx, row, { actor })
}
