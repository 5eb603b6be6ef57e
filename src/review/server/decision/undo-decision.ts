import type { Actor } from '#journal/actor.ts'
import { appendEntry } from '#journal/server/append-entry.ts'
import { hasMail } from '#mail/server/enqueue-mail.ts'
import { cancelMail } from '#mail/server/store.ts'
import { partApproval } from '#money/server/links/link-store.ts'
import type { Instant } from '#platform/clock.ts'
import { refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { decisionMailKey, UNDO_WINDOW } from '#purchases/server/mail/mail-turns.ts'
import { freePayment } from '#purchases/server/payment/payment-store.ts'
import { refuseDuplicates, registerOnce, unconfirmRegistration } from '#purchases/server/report/refuse-duplicates.ts'
import { type Purchase, UNDECIDED, updateTogether } from '#purchases/server/store.ts'
import { unconfirm } from '#tickets/server/reserve.ts'
import type { Reservation } from '#tickets/server/store.ts'
import { keepAgain, waitAgain } from '#tickets/server/waiting/judge-waiting.ts'
import { decide, moveTickets, requireState } from './decide.ts'

/**
 * Undoes the last approval or rejection while its mail has not left: the purchase is in review again.
 * @throws AppError 404, 409 VERSION_VIEJA | ESTADO_NO_PERMITE | RIFA_SORTEADA | YA_NO_SE_DESHACE
 */
export function undoDecision(ctx: Ctx, purchaseId: number, version: number | null, actor: Actor): Promise<void> {
  return decide(ctx, purchaseId, version, async (tx, subject) => {
    const { purchase, raffle, tickets, reservation } = subject
    const { now } = tickets
    requireState(purchase, 'confirmado', 'rechazado')
    const inTime = undoableUntil(purchase, reservation, false, now) !== null
    const key = decisionMailKey(purchase.id, purchase.version)
    // Of fakes that are rejected together only earlier buyers get a mail.
    const untold = purchase.correo === '' || (purchase.falsa === 1 && !(await hasMail(tx, key)))
    const waits = untold || (await cancelMail(tx, key))
    if (!inTime || !waits) throw refusal('YA_NO_SE_DESHACE')
    let parted: { movimiento?: number } = {}
    let movements: number[] = []
    if (purchase.estado === 'confirmado') {
      const back = reservation.esperaba === 1 ? waitAgain : unconfirm
      await moveTickets(tx, subject, () => back(tickets, reservation))
      await freePayment(tx, purchase.id)
      movements = (await partApproval(tx, purchase.id, purchase.decidido_en)).map(({ movimiento_id }) => movimiento_id)
      if (movements[0] !== undefined) parted = { movimiento: movements[0] }
      await unconfirmRegistration(tx, raffle, purchase)
    } else {
      await refuseDuplicates(tx, raffle, purchase, { cliente: purchase.cliente }, purchase.id)
      await registerOnce(tx, raffle, purchase.id, purchase)
      await moveTickets(tx, subject, () => keepAgain(tickets, reservation))
    }
    await updateTogether(tx, [purchase], { estado: 'en revision', motivo: '', falsa: 0, ...UNDECIDED })
    await appendEntry(tx, {
      en: now,
      actor,
      accion: purchase.estado === 'confirmado' ? 'aprobación deshecha' : 'rechazo deshecho',
      rifa_id: raffle.id,
      compra_id: purchase.id,
      datos: { codigo: purchase.codigo, ...parted },
      rows: { movements },
    })
  })
}

/**
 * Until when the last decision can be undone, as an ISO instant; null when it cannot.
 * @param fixed the raffle has been drawn, or its list is frozen.
 */
export function undoableUntil(
  purchase: Pick<Purchase, 'estado' | 'decidido_en'>,
  reservation: Pick<Reservation, 'estado'>,
  fixed: boolean,
  now: Instant,
): string | null {
  const undoable =
    !fixed &&
    (purchase.estado === 'confirmado' ||
      // Its tickets are still there, or it waited for some and waits again; those whose tickets are gone are `vencido`.
      (purchase.estado === 'rechazado' && ['liberado', 'en revision', 'falso'].includes(reservation.estado)))
  const left = undoable && purchase.decidido_en !== null ? purchase.decidido_en + UNDO_WINDOW - now : 0
  // None also for one that was taken while the clock was ahead.
  return left > 0 && left <= 2 * UNDO_WINDOW ? new Date(now + left).toISOString() : null
}
