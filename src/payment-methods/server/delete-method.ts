import type { Actor } from '#journal/actor.ts'
import { notFound, refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { recordChange } from './record-change.ts'
import { changedMeanwhile } from './refuse-method.ts'
import { deleteRow, findMethod, lockMethod, type MethodRow } from './store.ts'

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
    await deleteRow(tx, id)
    await recordChange(tx, { deed: 'deleted', en: ctx.clock.now(), actor, antes, ahora: null })
  })
}
