import { SYSTEM } from '#journal/actor.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { idsOf } from '#platform/server/db/many.ts'
import type { Sender } from '#purchases/server/mail/received-mail.ts'
import { deleteRegistrations } from '#purchases/server/store.ts'
import { giveUp } from '#tickets/server/moves.ts'
import type { RaffleState } from '#tickets/server/path/raffle-state.ts'
import { moveTickets, recordDecision } from './decide.ts'
import { reportedMail } from './decision-mails.ts'
import { DROPPED } from './mail-kinds.ts'

/** The buyer's text. */
const REASON = 'No se alcanzó a confirmar antes de congelar la lista del sorteo.'

/**
 * Rejects for good reports of a raffle that nobody has decided in the time that its rule gives, the oldest first. They take no part, and each
 * buyer learns how to get the money back. Behind the raffle's lock, in the transaction that freezes its list.
 * @param most of them at once.
 */
export async function dropUndecided(sender: Sender, tx: Sql, tickets: RaffleState, most: number): Promise<void> {
  const { raffle, now } = tickets
  const purchases = await tx
    .selectFrom('purchases')
    .selectAll()
    .where('rifa_id', '=', raffle.id)
    .where('estado', '=', 'en revision')
    .orderBy('en_revision_desde')
    .orderBy('id')
    .limit(most)
    .execute()
  if (purchases.length === 0) return
  await moveTickets(tx, { tickets }, () => {
    tickets.prepare({ ids: purchases.map(({ reserva_id }) => reserva_id) })
    for (const { reserva_id } of purchases) {
      const reservation = tickets.reservation(reserva_id)
      // Its end state tells whether it ever had tickets (read-own-purchase.ts).
      giveUp(tickets, reservation, reservation.estado === 'en espera' ? 'liberado' : 'vencido')
    }
  })
  await deleteRegistrations(tx, ...idsOf(purchases))
  await recordDecision(tx, raffle, purchases, (purchase) => ({
    estado: 'rechazado',
    motivo: REASON,
    actor: SYSTEM,
    now,
    mail: reportedMail(DROPPED, { ...sender, raffle, purchase }),
    enviar_desde: now,
    accion: 'compra fuera de la lista',
    datos: { motivo: REASON },
  }))
}
