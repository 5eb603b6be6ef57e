import { SYSTEM } from '#journal/actor.ts'
import { readChangedWords } from '#mail/server/texts/mail-texts.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { idsOf } from '#platform/server/db/many.ts'
import { purchaseLink } from '#purchases/server/public-origin.ts'
import { deleteRegistrations } from '#purchases/server/store.ts'
import { readSite } from '#site/server/read-site.ts'
import { giveUp } from '#tickets/server/moves.ts'
import type { RaffleState } from '#tickets/server/path/raffle-state.ts'
import { type Known, moveTickets, recordDecision } from './decide.ts'
import { droppedMail } from './decision-mails.ts'

/** The buyer's text. */
const REASON = 'No se alcanzó a confirmar antes de congelar la lista del sorteo.'

/** Data for the mails, read before the lock. */
export async function readDropping(ctx: Ctx): Promise<Omit<Known, 'purchase'>> {
  const [site, textos] = await Promise.all([readSite(ctx), readChangedWords(ctx)])
  return { ctx, site, textos }
}

/**
 * Rejects for good reports of a raffle that nobody has decided in the time that its rule gives, the oldest first. They take no part, and each
 * buyer learns how to get the money back. Behind the raffle's lock, in the transaction that freezes its list.
 * @param most of them at once.
 */
export async function dropUndecided(
  { ctx, site, textos }: Omit<Known, 'purchase'>,
  tx: Sql,
  tickets: RaffleState,
  most: number,
): Promise<void> {
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
    mail: droppedMail({ site, textos, raffle, purchase, enlace: purchaseLink(ctx, purchase.secreto) }),
    enviar_desde: now,
    accion: 'compra fuera de la lista',
    datos: { motivo: REASON },
  }))
}
