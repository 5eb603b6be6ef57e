import type { Ctx } from '#platform/server/context.ts'
import { freePayment } from '#purchases/server/payment-store.ts'
import { deleteRegistrations } from '#purchases/server/store.ts'
import { release } from '#tickets/server/reserve.ts'
import { numbersOf } from '#tickets/server/store.ts'
import { decide, recordDecision, requireNumbersFree, requireState } from './decide.ts'
import { annulledMail } from './decision-mails.ts'

/**
 * The owner undoes a confirmed purchase while the raffle still sells: its numbers are free again, its history stays.
 * @throws AppError 404, 409 VERSION_VIEJA | ESTADO_NO_PERMITE | RIFA_CERRADA
 */
export function annulPurchase(
  ctx: Ctx,
  purchaseId: number,
  version: number | null,
  motivo: string,
  actor: string,
): Promise<void> {
  return decide(
    ctx,
    purchaseId,
    version,
    async (tx, subject) => {
      const { purchase, raffle, stock, reservation } = subject
      if (subject.repeated) return
      requireState(purchase, 'confirmado')
      requireNumbersFree(raffle)
      const now = ctx.clock.now()
      const numeros = (await numbersOf(tx, [reservation.id])).get(reservation.id) ?? []
      await release(tx, stock, raffle, reservation, 'liberado')
      await freePayment(tx, purchase.id)
      await deleteRegistrations(tx, purchase.id)
      await recordDecision(tx, subject, {
        estado: 'anulado',
        motivo,
        actor,
        now,
        mail: annulledMail(subject, motivo),
        enviar_desde: now,
        accion: 'compra anulada',
        datos: { motivo, numeros },
      })
    },
    { estado: 'anulado', motivo, decidido_por: actor },
  )
}
