import type { Actor } from '#journal/actor.ts'
import { appendEntry } from '#journal/server/append-entry.ts'
import { AppError, notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { findMail, markPendingAgain, type OutboxRow } from '../store.ts'
import { isSuppressed, suppressedRefusal } from './suppressions.ts'

/**
 * Sends a mail again, or now instead of at its next attempt.
 * @param reenvios how often it had been sent again when the operator looked: after a lost answer, or when somebody else was
 * faster, nothing is sent a second time.
 * @returns the mail as it is now.
 * @throws AppError 404; 409 CORREO_CANCELADO when it was taken back; 409 CORREO_SUPERADO when it has left and what it says is no
 * longer true; 409 CORREO_RESERVADO when it
 * carried a link that opens an account and has left; 409 CORREO_SUPRIMIDO when its address does not exist; 409
 * CORREO_EN_CAMINO when it is just leaving.
 */
export async function resendMail(ctx: Ctx, id: number, reenvios: number, actor: Actor): Promise<OutboxRow> {
  const now = ctx.clock.now()
  const row = await ctx.db.write('correo', async (tx) => {
    const found = await findMail(tx, id)
    if (!found) throw notFound('Ese correo no existe')
    if (found.reenvios !== reenvios) return found
    if (found.superado === 0 && (await isSuppressed(tx, found.para))) throw suppressedRefusal()
    const again = await markPendingAgain(tx, found, now)
    if (!again) throw refuse((await findMail(tx, id)) ?? found)
    await appendEntry(tx, {
      ambito: 'sitio',
      en: now,
      actor,
      accion: 'correo reenviado',
      compra_id: again.compra_id,
      datos: { correo_id: id },
    })
    return again
  })
  return row
}

function refuse(row: OutboxRow): AppError {
  if (row.estado === 'cancelado') {
    return new AppError(
      409,
      'CORREO_CANCELADO',
      'Este correo se canceló',
      'Lo que dice ya no es cierto, así que no sale.',
    )
  }
  if (row.superado === 1) {
    return new AppError(
      409,
      'CORREO_SUPERADO',
      'Este correo ya no vale',
      'La compra cambió después: lo que dice ya no es cierto, así que no se envía otra vez.',
    )
  }
  if (row.reservado === 1 && row.estado === 'enviado') {
    return new AppError(
      409,
      'CORREO_RESERVADO',
      'Este correo no se guarda',
      'Llevaba un enlace personal. Pide otro donde se creó: en Equipo, o al entrar con «Olvidé mi clave».',
    )
  }
  return new AppError(409, 'CORREO_EN_CAMINO', 'Este correo está saliendo', 'Espera unos minutos y mira cómo le fue.')
}

/**
 * Sends every mail again that was given up, but those whose address does not exist.
 * @returns how many.
 */
export async function retryFailed(ctx: Ctx, actor: Actor): Promise<number> {
  const now = ctx.clock.now()
  const count = await ctx.db.write('correo', async (tx) => {
    const rows = await tx
      .updateTable('outbox')
      .set((row) => ({
        estado: 'pendiente' as const,
        intentos: 0,
        reenvios: row('reenvios', '+', 1),
        proximo_en: now,
        ultimo_error: '',
      }))
      .where('estado', '=', 'fallido')
      .where('arrendado_hasta', '<=', now)
      .where((row) =>
        row.not(
          row.exists(
            row
              .selectFrom('mail_suppressions as lista')
              .select('lista.correo')
              .where((each) => each(each.fn<string>('lower', ['outbox.para']), '=', each.ref('lista.correo'))),
          ),
        ),
      )
      .returning('id')
      .execute()
    if (rows.length > 0) {
      const datos = { cuantos: rows.length, correos: rows.slice(0, 100).map(({ id }) => id) }
      await appendEntry(tx, { ambito: 'sitio', en: now, actor, accion: 'correos fallidos reenviados', datos })
    }
    return rows.length
  })
  return count
}
