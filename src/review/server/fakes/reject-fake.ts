import { after } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import { deleteRegistrations, updatePurchase } from '#purchases/server/store.ts'
import { keepUntil } from '#tickets/server/waiting/judge-waiting.ts'
import { decide, recordDecision, requireState, UNDO_WINDOW } from '../decision/decide.ts'
import { fakeMail } from '../decision/decision-mails.ts'

/** What the buyer of a fake reads: no more than is known. */
export const FAKE_REASON = 'No encontramos este pago en nuestras cuentas.'

/**
 * The report is a fake: no grace and no correction, and who takes part only once may take part again. Its tickets are on sale
 * when the 20 s are over in which it can be taken back: freed at once, somebody else would have them by then
 * (docs/decisions/032-fakes.md).
 * @throws AppError 404, 409 VERSION_VIEJA | ESTADO_NO_PERMITE
 */
export function rejectFake(ctx: Ctx, purchaseId: number, version: number | null, actor: string): Promise<void> {
  return decide(
    ctx,
    purchaseId,
    version,
    async (tx, subject) => {
      const { purchase, raffle, stock, reservation } = subject
      if (subject.repeated) return
      requireState(purchase, 'en revision')
      const now = ctx.clock.now()
      const hasta = after(now, UNDO_WINDOW)
      const boletos_hasta = await keepUntil(tx, stock, raffle, reservation, hasta, now)
      await deleteRegistrations(tx, purchase.id)
      await updatePurchase(tx, purchase.id, { falsa: 1 })
      await recordDecision(tx, subject, {
        estado: 'rechazado',
        motivo: FAKE_REASON,
        actor,
        now,
        mail: fakeMail(subject),
        enviar_desde: hasta,
        accion: 'compra rechazada por falsa',
        datos: boletos_hasta === null ? {} : { boletos_hasta },
      })
    },
    { estado: 'rechazado', motivo: FAKE_REASON, decidido_por: actor },
  )
}
