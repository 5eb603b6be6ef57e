import { notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { createRaffle, creationOf } from './create-raffle.ts'
import { copyImages } from './images/add-image.ts'
import { fieldsOf } from './raffle-columns.ts'
import { findRaffle } from './store.ts'

const LONGEST_TITLE = 120
const COPY = ' (copia)'

/**
 * A draft like that raffle, with its pictures and without its day: the next raffle has another.
 * @param clave of the request, so that sending it twice makes one copy.
 * @returns its id.
 * @throws AppError 404, 422 CLAVE_REUTILIZADA
 */
export async function copyRaffle(ctx: Ctx, id: number, clave: string, actor: string): Promise<number> {
  const raffle = await findRaffle(ctx.db.read, id)
  if (!raffle) throw notFound('Esta rifa no existe')
  const titulo = `${raffle.titulo.slice(0, LONGEST_TITLE - COPY.length)}${COPY}`
  const fields = { ...fieldsOf(raffle), titulo, fecha: '' }
  // Of which raffle, not of its fields: those may change before a lost answer is asked for again.
  const creation = creationOf(clave, { copia: id })
  return createRaffle(ctx, fields, actor, (tx, copy, now) => copyImages(tx, id, copy, clave, now), creation)
}
