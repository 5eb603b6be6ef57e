import { appendEntry } from '#journal/server/append-entry.ts'
import { AppError, notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { isAddress } from './message.ts'
import { wakeMail } from './start-delivery.ts'
import { findMail, markPendingAgain, type OutboxRow } from './store.ts'
import { isSuppressed, maskAddress, suppressedRefusal } from './suppressions.ts'

/**
 * Corrects where a buyer's mail goes and sends it: this one, and whatever else of that purchase did not reach the wrong address.
 * Only mail about a purchase: a link that opens the panel, or an alert to the owners, goes where its room sends it.
 * @throws AppError 404, 422 DATOS_INVALIDOS, 409 CORREO_NO_CORREGIBLE | CORREO_SUPRIMIDO
 */
export async function correctAddress(ctx: Ctx, id: number, para: string, actor: string): Promise<OutboxRow> {
  if (!isAddress(para)) {
    throw new AppError(422, 'DATOS_INVALIDOS', 'Datos inválidos', 'Escribe un correo completo.', {
      extra: { campos: { para: 'Escribe un correo completo, como carmen@ejemplo.com.' } },
    })
  }
  const now = ctx.clock.now()
  const row = await ctx.db.write('correo', async (tx) => {
    const found = await findMail(tx, id)
    if (!found) throw notFound('Ese correo no existe')
    if (found.compra_id === null || found.reservado === 1 || found.estado !== 'fallido') throw notCorrectable()
    if (await isSuppressed(tx, para)) throw suppressedRefusal()
    const others = await tx
      .selectFrom('outbox')
      .selectAll()
      .where('compra_id', '=', found.compra_id)
      .where('para', '=', found.para)
      .where('estado', '=', 'fallido')
      .orderBy('id')
      .execute()
    const ids = others.map((other) => other.id)
    await tx.updateTable('outbox').set({ para }).where('id', 'in', ids).execute()
    for (const other of others) await markPendingAgain(tx, other, now)
    await appendEntry(tx, {
      ambito: 'sitio',
      en: now,
      actor,
      accion: 'dirección de correo corregida',
      compra_id: found.compra_id,
      datos: { correos: ids, antes: maskAddress(found.para), ahora: maskAddress(para) },
    })
    return findMail(tx, id)
  })
  wakeMail(ctx)
  if (!row) throw notFound('Ese correo no existe')
  return row
}

function notCorrectable(): AppError {
  return new AppError(
    409,
    'CORREO_NO_CORREGIBLE',
    'La dirección de este correo no se cambia aquí',
    'Solo se corrigen los correos de una compra que no llegaron.',
  )
}
