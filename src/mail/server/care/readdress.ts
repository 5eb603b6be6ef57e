import type { Instant } from '#platform/clock.ts'
import { refusal } from '#platform/errors.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { mailboxOf } from '../../address.ts'
import { markPendingAgain, type OutboxRow } from '../store.ts'
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
