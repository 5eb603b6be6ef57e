import type { Operator } from '#access/contract.ts'
import { notFound, refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { isAddress } from '../../address.ts'
import { findMail, type OutboxRow } from '../store.ts'
import { isSuppressed } from './suppressions.ts'

/**
 * Corrects the address of a purchase's buyer, which is of a room below: mails that did not reach `de`, or wait, leave for `a`, and so do all
 * later ones.
 */
export type CorrectBuyer = (change: {
  compra_id: number
  de: string
  a: string
  actor: Pick<Operator, 'id' | 'nombre' | 'rol'>
}) => Promise<void>

/**
 * Corrects a buyer's address from now on, and sends the mails that did not reach the wrong one.
 * Only mail about a purchase: a link that opens the panel, or an alert to the owners, goes where its room sends it.
 * @returns the mail as it is now; a retry after a lost answer does nothing more.
 * @throws AppError 404, 422 DATOS_INVALIDOS, 409 CORREO_NO_CORREGIBLE | CORREO_SUPRIMIDO, and those of `correctBuyer`
 */
export async function correctAddress(
  ctx: Ctx,
  id: number,
  para: string,
  actor: Pick<Operator, 'id' | 'nombre' | 'rol'>,
  correctBuyer: CorrectBuyer,
): Promise<OutboxRow> {
  if (!isAddress(para)) {
    throw refusal('DATOS_INVALIDOS', {
      details: 'Escribe un correo completo.',
      campos: { para: 'Escribe un correo completo, como carmen@ejemplo.com.' },
    })
  }
  const found = await findMail(ctx.db.read, id)
  if (!found) throw notFound('Ese correo no existe')
  if (found.compra_id === null || found.reservado === 1) throw refusal('CORREO_NO_CORREGIBLE')
  if (found.estado !== 'fallido') {
    if (found.para !== para) throw refusal('CORREO_NO_CORREGIBLE')
    return found
  }
  if (await isSuppressed(ctx.db.read, para)) throw refusal('CORREO_SUPRIMIDO')
  await correctBuyer({ compra_id: found.compra_id, de: found.para, a: para, actor })
  return (await findMail(ctx.db.read, id)) ?? found
}
