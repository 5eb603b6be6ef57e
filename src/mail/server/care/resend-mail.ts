import type { ExpressionBuilder } from 'kysely'
import type { Actor } from '#journal/actor.ts'
import { appendEntry, noteInSite } from '#journal/server/append-entry.ts'
import type { Instant } from '#platform/clock.ts'
import { type AppError, refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import { atFrontAgain, markPendingAgain, type OutboxRow, requireMail, updateUseful } from '../store.ts'
import { unsuppress } from './suppressions.ts'

/**
 * Sends a mail again, or now instead of at its next attempt, also to an address that was said not to exist.
 * @param reenvios how often it had been sent again when the operator looked: after a lost answer, or when somebody else was
 * faster, nothing is sent a second time.
 * @returns the mail as it is now.
 * @throws AppError 404; 409 CORREO_CANCELADO when it was taken back; 409 CORREO_SUPERADO when it has left and is no longer true; 409 CORREO_VENCIDO
 * when it helps nobody any more; 409 CORREO_DETENIDO while its letter is stopped; 409 CORREO_RESERVADO when it carried a link that opens an account
 * and has left; 409 CORREO_EN_CAMINO when it is just leaving.
 */
export async function resendMail(ctx: Ctx, id: number, reenvios: number, actor: Actor): Promise<OutboxRow> {
  const now = ctx.clock.now()
  return ctx.db.write('correo', async (tx) => {
    const found = await requireMail(tx, id)
    if (found.reenvios !== reenvios) return found
    await unsuppress(tx, found.para)
    const again = await markPendingAgain(tx, found, now)
    if (!again) throw refuse(await requireMail(tx, id), now)
    await appendEntry(tx, {
      en: now,
      actor,
      accion: 'correo reenviado',
      compra_id: again.compra_id,
      datos: { correo_id: id },
    })
    return again
  })
}

function refuse(row: OutboxRow, now: Instant): AppError {
  if (row.estado === 'cancelado') return refusal('CORREO_CANCELADO')
  if (row.superado === 1) return refusal('CORREO_SUPERADO')
  if (row.reservado === 1 && row.estado === 'enviado') return refusal('CORREO_RESERVADO')
  if (row.detenido === 1) return refusal('CORREO_DETENIDO')
  if (row.vence_en !== null && row.vence_en <= now) return refusal('CORREO_VENCIDO')
  return refusal('CORREO_EN_CAMINO')
}

/** It failed and waits for its next attempt. */
function isWaiting(row: ExpressionBuilder<Tables, 'outbox'>, now: Instant) {
  return row.and([
    row('estado', '=', 'pendiente'),
    row('ultimo_error', '!=', ''),
    row('proximo_en', '>', now),
    row('arrendado_hasta', '<=', now),
  ])
}

/** Lets mails that a mail server has refused so far leave by the next one, with all their attempts. */
export async function retryWaiting(tx: Sql, now: Instant): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ intentos: 0, proximo_en: now })
    .where('detenido', '=', 0)
    .where((row) => isWaiting(row, now))
    .execute()
}

/**
 * Sends failed mails again, each with all its attempts, and lets those that wait for their next attempt leave now. Mails stay if their address
 * does not exist, if they help nobody any more, or if their letter is stopped. A second call sends nothing twice.
 * @returns how many leave.
 */
export async function retryFailed(ctx: Ctx, actor: Actor): Promise<number> {
  const now = ctx.clock.now()
  return ctx.db.write('correo', async (tx) => {
    const useful = updateUseful(tx, now).where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('mail_suppressions as lista')
            .select('lista.correo')
            .where((each) => each(each.fn<string>('lower', ['outbox.para']), '=', each.ref('lista.correo'))),
        ),
      ),
    )
    const waiting = await useful
      .set({ proximo_en: now })
      .where((row) => isWaiting(row, now))
      .returning('id')
      .execute()
    const again = await useful.set(atFrontAgain(now)).where('estado', '=', 'fallido').returning('id').execute()
    const rows = [...again, ...waiting]
    if (rows.length > 0) {
      const datos = { cuantos: rows.length, correos: rows.slice(0, 100).map(({ id }) => id) }
      await noteInSite(tx, now, actor, 'correos fallidos reenviados', datos)
    }
    return rows.length
  })
}
