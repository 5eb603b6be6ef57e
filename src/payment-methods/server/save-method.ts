import type { Session } from '#access/server/session.ts'
import type { Actor } from '#journal/actor.ts'
import type { NewEntry, Telling } from '#journal/server/append-entry.ts'
import { guardedChange } from '#operators/server/guarded-change.ts'
import { missingReason, notFound, refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { MethodData, MethodSave, NewMethod } from '../contract.ts'
import { FORM_RULES, formOf } from '../method-forms.ts'
import { compareMethods } from '../method-lines.ts'
import { findAltered } from './find-altered.ts'
import { describeMethod } from './list-methods.ts'
import { recordChange } from './record-change.ts'
import { changedMeanwhile, readMethodData, redirectsMoney, refuseOtherCurrency } from './refuse-method.ts'
import { allMethods, changeRow, findMethod, insertRow, lockMethod, type MethodRow } from './store.ts'

const CHANGE = 'cambiar dónde pagan'

/**
 * An owner changes a method. It is checked by the rules of its kind and against the state that the owner saw, with a fresh second
 * factor unless it only takes the method off pages. The journal keeps before and after, and every owner gets a mail.
 * @throws AppError 404, 422 DATOS_INVALIDOS, 409 VERSION_VIEJA (with `metodo`) | METODO_OTRA_MONEDA, and the errors of
 * requireFreshFactor
 */
export async function saveMethod(ctx: Ctx, id: number, save: MethodSave, session: Session): Promise<void> {
  const seen = await findMethod(ctx.db.read, id)
  if (!seen) throw notFound('Ese método de pago no existe')
  if (seen.version !== save.version) throw changedMeanwhile(seen)
  const kept = describeMethod(seen)
  const same = Object.entries(save.datos).every(([field, value]) => kept[field as keyof MethodData] === value)
  // A method that only leaves pages is closed as it is, also if it was once written in another form.
  const columns =
    same && save.paginas.every((page) => kept.paginas.includes(page))
      ? { paginas: save.paginas.join(',') }
      : readMethodData(formOf(seen), save.datos, save.paginas)
  await refuseOtherCurrency(ctx.db.read, { ...seen, ...columns }, id)
  await requireReason(ctx, save.motivo)
  const altered = (await ctx.db.consistent((sql) => findAltered(ctx, sql))).some((method) => method.id === id)
  // A change outside the panel is only confirmed with a code, even when nothing differs from it.
  const wanted = altered || redirectsMoney(seen, columns)
  await guardedChange(ctx, session, {
    what: CHANGE,
    by: wanted ? save : 'nothing',
    tells: tellMethod,
    write: (actor) =>
      ctx.db.write('sitio', async (tx) => {
        const antes = await lockMethod(tx, id, save.version)
        if (!antes) throw changedMeanwhile(await findMethod(tx, id))
        await refuseOtherCurrency(tx, { ...antes, ...columns }, id)
        const ahora = await changeRow(tx, id, columns)
        await recordChange(tx, { deed: 'changed', en: ctx.clock.now(), actor, motivo: save.motivo, antes, ahora })
      }),
  })
}

/**
 * Another account of a kind, with the same guards.
 * @returns its id.
 * @throws AppError 422 DATOS_INVALIDOS, 409 METODO_OTRA_MONEDA, and the errors of requireFreshFactor
 */
export async function createMethod(ctx: Ctx, asked: NewMethod, session: Session): Promise<number> {
  const { tipo, moneda } = FORM_RULES[asked.forma]
  const row = { tipo, moneda, ...readMethodData(asked.forma, asked.datos, asked.paginas) }
  await refuseOtherCurrency(ctx.db.read, row, 0)
  await requireReason(ctx, asked.motivo)
  return guardedChange(ctx, session, {
    what: CHANGE,
    by: asked,
    tells: tellMethod,
    write: (actor) => insertMethod(ctx, row, { actor, motivo: asked.motivo }),
  })
}

/** Writes another account, with its line in the journal. @returns its id. @throws AppError 409 METODO_OTRA_MONEDA */
export function insertMethod(
  ctx: Ctx,
  row: Omit<MethodRow, 'id' | 'orden' | 'version'>,
  by: { actor: Telling; motivo?: string | undefined },
): Promise<number> {
  return ctx.db.write('sitio', async (tx) => {
    await refuseOtherCurrency(tx, row, 0)
    const ahora = await insertRow(tx, row)
    await recordChange(tx, { deed: 'created', en: ctx.clock.now(), ...by, antes: null, ahora })
    return ahora.id
  })
}

/** Before anybody could pay anywhere there is nothing to explain. @throws AppError 422 MOTIVO_NECESARIO */
async function requireReason(ctx: Ctx, motivo: string | undefined): Promise<void> {
  if (motivo !== undefined || (await allMethods(ctx.db.read)).every(({ paginas }) => paginas === '')) return
  throw missingReason()
}

/** The owners' mail: what buyers saw before and what they see now. */
function tellMethod({ datos }: NewEntry, { parrafos }: { parrafos: readonly string[] }) {
  const { antes, ahora, motivo } = datos as { antes: MethodRow | null; ahora: MethodRow; motivo?: string }
  return {
    titulo: `Cambió dónde te pagan por ${ahora.titulo}`,
    parrafos: [...parrafos, ...(motivo ? [`Motivo: ${motivo}`] : [])],
    datos: compareMethods(antes && describeMethod(antes), describeMethod(ahora))
      .filter((line) => line.changed)
      .map(({ label, before, after }) => [label, `${before || 'nada'} → ${after || 'nada'}`] as const),
  }
}

/** Clients of the specification read the entry with id 1 as Pago Movil. */
const KEPT_FOR_GOOD = 1

/** Whether it can be deleted at all: not the one that clients of the specification read, and none that a page offers. */
export function isDeletable(row: Pick<MethodRow, 'id' | 'paginas'>): boolean {
  return row.id !== KEPT_FOR_GOOD && row.paginas === ''
}

/**
 * Removes a method. Purchases name its kind, so none loses anything; the journal keeps its data. Money that came in is of
 * its account, which stays.
 * @throws AppError 404, 409 VERSION_VIEJA | METODO_NO_SE_BORRA
 */
export async function deleteMethod(
  ctx: Ctx,
  id: number,
  version: number,
  actor: Actor,
  isInUse: (sql: Sql, id: number) => Promise<boolean>,
): Promise<void> {
  await ctx.db.write('sitio', async (tx) => {
    const antes = await lockMethod(tx, id, version)
    if (!antes) {
      const now = await findMethod(tx, id)
      throw now ? changedMeanwhile(now) : notFound('Ese método de pago no existe')
    }
    if (!isDeletable(antes)) {
      const why =
        antes.paginas === '' ? 'Este siempre existe: puedes dejarlo apagado.' : 'Apágalo primero en las páginas.'
      throw refusal('METODO_NO_SE_BORRA', { details: why })
    }
    if (await isInUse(tx, id)) {
      const why = 'Tiene dinero que llegó, o una fuente: puedes dejarlo apagado.'
      throw refusal('METODO_NO_SE_BORRA', { details: why })
    }
    await tx.deleteFrom('payment_methods').where('id', '=', id).execute()
    await recordChange(tx, { deed: 'deleted', en: ctx.clock.now(), actor, antes, ahora: null })
  })
}
