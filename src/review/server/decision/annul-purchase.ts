import type { Actor } from '#journal/actor.ts'
import { alertOwners } from '#operators/server/account/alert-owners.ts'
import type { Ctx } from '#platform/server/context.ts'
import { freePayment } from '#purchases/server/payment/payment-store.ts'
import { deleteRegistrations } from '#purchases/server/store.ts'
import { isOver } from '#raffles/server/settled.ts'
import { giveUp } from '#tickets/server/moves.ts'
import { decideOnce, moveTickets, recordDecision } from './decide.ts'
import { annulledMail } from './decision-mails.ts'

/**
 * The owner undoes a confirmed purchase, until the draw: its numbers are free again, its history stays. Once the sale is over
 * every owner gets a mail, because it changes the numbers of the draw.
 * @throws AppError 404, 409 VERSION_VIEJA | ESTADO_NO_PERMITE | RIFA_SORTEADA
 */
export function annulPurchase(
  ctx: Ctx,
  purchaseId: number,
  version: number | null,
  { actor, motivo }: { actor: Actor; motivo: string },
): Promise<void> {
  const outcome = { estado: 'anulado', motivo, actor } as const
  return decideOnce(ctx, purchaseId, version, 'confirmado', outcome, async (tx, subject, now) => {
    const { purchase, raffle, tickets, reservation } = subject
    const numeros = await moveTickets(tx, subject, () => {
      const own = tickets.numbersOf(reservation)
      giveUp(tickets, reservation, 'liberado')
      return own
    })
    await freePayment(tx, purchase.id)
    await deleteRegistrations(tx, purchase.id)
    await recordDecision(tx, raffle, [purchase], () => ({
      ...outcome,
      now,
      mail: annulledMail(subject, motivo),
      enviar_desde: now,
      accion: 'compra anulada',
      datos: { motivo, numeros },
    }))
    if (!isOver(raffle, now)) return
    await alertOwners(ctx, tx, subject.site, {
      clave: `compra:${purchase.id}:anulada:${purchase.version + 1}`,
      titulo: `Se anuló una compra de «${raffle.titulo}» después del cierre`,
      parrafos: [
        `${actor.nombre} anuló la compra ${purchase.codigo}: sus números ya no participan.`,
        `Motivo: ${motivo}`,
      ],
      datos: [['Números', numeros.join(', ')]],
    })
  })
}
