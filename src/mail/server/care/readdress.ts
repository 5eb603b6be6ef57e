import type { Operator } from '#access/contract.ts'
import type { Instant } from '#platform/clock.ts'
import { refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { isAddress, mailboxOf } from '../../address.ts'
import { markPendingAgain, type OutboxRow, requireMail } from '../store.ts'
import { isSuppressed } from './suppressions.ts'

export interface Readdressing {
  compra_id: number
  /** The address as it was, and as it is. */
  de: string
  a: string
  para_nombre: string
  /** Whether the last one that left goes out again. */
  reenviar: boolean
  now: Instant
}

/**
 * Sends the mails of a purchase to the buyer's new address: waiting ones leave for it, failed ones are tried again, and, on demand, the
 * last one that left and is still true leaves once more. Sent mails keep their old address.
 * @returns ids of the mails that leave, or leave again.
 * @throws AppError 409 CORREO_SUPRIMIDO
 */
export async function readdress(tx: Sql, change: Readdressing): Promise<number[]> {
  const { compra_id, a, para_nombre, now } = change
  if (await isSuppressed(tx, a)) throw refusal('CORREO_SUPRIMIDO')
  const mails = await tx
    .selectFrom('outbox')
    .selectAll()
    .where('compra_id', '=', compra_id)
    .where('para', '=', change.de)
    .where('estado', '!=', 'cancelado')
    .where('superado', '=', 0)
    .where('reservado', '=', 0)
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
  const last = change.reenviar ? mails.find((mail) => mail.estado === 'enviado') : undefined
  const moving = mails.filter((mail) => mail === last || isIdle(mail, now))
  const ids: number[] = []
  for (const mail of moving) {
    await tx
      .updateTable('outbox')
      .set({ para: a, para_nombre, buzon: mailboxOf(a) })
      .where('id', '=', mail.id)
      .execute()
    if (mail.estado === 'pendiente') ids.push(mail.id)
    else if (await markPendingAgain(tx, mail, now)) ids.push(mail.id)
  }
  return ids
}

/** Whether it waits or failed, and nobody is just handing it to the mail server. */
function isIdle({ estado, arrendado_hasta }: OutboxRow, now: Instant): boolean {
  return estado === 'fallido' || (estado === 'pendiente' && arrendado_hasta <= now)
}

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
  const found = await requireMail(ctx.db.read, id)
  if (found.compra_id === null || found.reservado === 1) throw refusal('CORREO_NO_CORREGIBLE')
  if (found.estado !== 'fallido') {
    if (found.para !== para) throw refusal('CORREO_NO_CORREGIBLE')
    return found
  }
  if (await isSuppressed(ctx.db.read, para)) throw refusal('CORREO_SUPRIMIDO')
  await correctBuyer({ compra_id: found.compra_id, de: found.para, a: para, actor })
  return requireMail(ctx.db.read, id)
}
