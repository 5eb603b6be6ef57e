import type { Actor } from '#journal/actor.ts'
import { after, type Instant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { AskedFor } from '#purchases/contract.ts'
import { UNDO_WINDOW } from '#purchases/server/mail/mail-turns.ts'
import { deleteRegistrations } from '#purchases/server/store.ts'
import { freezesAt } from '#raffles/server/settled.ts'
import { keepUntil } from '#tickets/server/waiting/judge-waiting.ts'
import { decideOnce, moveTickets, recordDecision } from './decide.ts'
import { rejectedMail } from './decision-mails.ts'

/**
 * The payment could not be confirmed. The tickets wait the raffle's grace time for a correction, then go back on sale.
 * @param motivo text for the buyer.
 * @param pide the correction asked for; without it the mail says that the payment was not found.
 * @throws AppError 404, 409 VERSION_VIEJA | ESTADO_NO_PERMITE
 */
export function rejectPurchase(
  ctx: Ctx,
  purchaseId: number,
  version: number | null,
  { actor, motivo, pide }: { actor: Actor; motivo: string; pide?: AskedFor | undefined },
): Promise<void> {
  const outcome = { estado: 'rechazado', motivo, actor } as const
  return decideOnce(ctx, purchaseId, version, 'en revision', outcome, async (tx, subject, now) => {
    const { purchase, raffle, tickets, reservation } = subject
    // Without grace they wait as long as the rejection can be undone, and nobody is promised anything.
    const grace = after(now, Math.max(raffle.gracia_segundos * 1000, UNDO_WINDOW))
    // Where a rule freezes the list nobody corrects for longer than that.
    const hasta = Math.min(grace, freezesAt(raffle) ?? grace) as Instant
    const waited = reservation.estado === 'en espera'
    const boletos_hasta = await moveTickets(tx, subject, () => keepUntil(tickets, reservation, hasta))
    await deleteRegistrations(tx, purchase.id)
    await recordDecision(tx, raffle, [purchase], () => ({
      ...outcome,
      now,
      mail: rejectedMail(subject, motivo, waited ? 'waited' : raffle.gracia_segundos > 0 ? hasta : null, pide),
      enviar_desde: after(now, UNDO_WINDOW),
      accion: 'compra rechazada',
      datos: {
        motivo,
        ...(boletos_hasta === null ? {} : { boletos_hasta }),
        ...(pide === undefined ? {} : { pide }),
      },
    }))
  })
}
