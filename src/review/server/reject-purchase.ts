import { appendEntry } from '#journal/server/append-entry.ts'
import { enqueueMail } from '#mail/server/enqueue-mail.ts'
import { after } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import { deleteRegistrations, updatePurchase } from '#purchases/server/store.ts'
import { release } from '#tickets/server/reserve.ts'
import { updateReservation } from '#tickets/server/store.ts'
import { decisionMailKey } from './approve-purchase.ts'
import { decide, requireState, UNDO_WINDOW } from './decide.ts'
import { rejectedMail } from './decision-mails.ts'

/**
 * The payment could not be confirmed. The tickets wait the raffle's grace time for a correction, then go back on sale.
 * @param motivo what the buyer reads.
 * @throws AppError 404, 409 VERSION_VIEJA | ESTADO_NO_PERMITE
 */
export function rejectPurchase(
  ctx: Ctx,
  purchaseId: number,
  version: number | null,
  motivo: string,
  actor: string,
): Promise<void> {
  return decide(ctx, purchaseId, version, async (tx, subject) => {
    const { purchase, raffle, stock, reservation } = subject
    requireState(purchase, 'en revision')
    const now = ctx.clock.now()
    const hasta = raffle.gracia_segundos > 0 ? after(now, raffle.gracia_segundos * 1000) : null
    if (hasta === null) await release(tx, stock, raffle, reservation, 'liberado')
    else await updateReservation(tx, reservation.id, { vence_en: hasta })
    await deleteRegistrations(tx, purchase.id)
    const decided = purchase.version + 1
    await updatePurchase(tx, purchase.id, {
      estado: 'rechazado',
      version: decided,
      motivo,
      decidido_en: now,
      decidido_por: actor,
    })
    await enqueueMail(tx, {
      clave: decisionMailKey(purchase.id, decided),
      para: purchase.correo,
      para_nombre: purchase.nombre,
      ...rejectedMail(subject, motivo, hasta),
      compra_id: purchase.id,
      creado_en: now,
      enviar_desde: after(now, UNDO_WINDOW),
    })
    await appendEntry(tx, {
      ambito: `rifa:${raffle.id}`,
      en: now,
      actor,
      accion: 'compra rechazada',
      rifa_id: raffle.id,
      compra_id: purchase.id,
      datos: { codigo: purchase.codigo, motivo, boletos_hasta: hasta },
    })
  })
}
