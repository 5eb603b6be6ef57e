import { SYSTEM } from '#journal/actor.ts'
import { appendEntry } from '#journal/server/append-entry.ts'
import { readTurns } from '#mail/server/delivery/spread-mails.ts'
import { enqueueMail } from '#mail/server/enqueue-mail.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { findRaffle } from '#raffles/server/store.ts'
import { lockStock, updateReservation } from '#tickets/server/store.ts'
import { SERVED_MAILS, servedMailKey, UNDO_WINDOW } from './mail-turns.ts'
import { readSender, reportMail, SERVED, type Sender } from './received-mail.ts'

/** Purchases notified in one transaction: a buyer meanwhile waits for so many at most. */
const TOGETHER = 100

/**
 * Payments that waited for tickets and have them since the last run: each gets its line of the journal, and its buyer a mail.
 * The code that gave them their tickets (a rejection of thousands, a hold that ran out) knows nothing of buyers. It only left
 * a mark on the reservation, which stays until this is done.
 */
export async function tellServed(ctx: Ctx): Promise<void> {
  const marked = await ctx.db.read
    .selectFrom('reservations')
    .select('rifa_id')
    .distinct()
    .where('servido_en', 'is not', null)
    .execute()
  if (marked.length === 0) return
  const sender = await readSender(ctx)
  for (const { rifa_id } of marked) {
    while ((await ctx.db.write(`rifa:${rifa_id}`, (tx) => tellSome(tx, rifa_id, sender))) === TOGETHER);
  }
}

async function tellSome(tx: Sql, raffleId: number, sender: Sender): Promise<number> {
  const raffle = await findRaffle(tx, raffleId)
  if (!raffle) return 0
  await lockStock(tx, raffle)
  const now = sender.ctx.clock.now()
  const served = await tx
    .selectFrom('reservations')
    .innerJoin('purchases', 'purchases.reserva_id', 'reservations.id')
    .selectAll('purchases')
    .select(['reservations.servido_en', 'reservations.reportado_en'])
    .where('reservations.rifa_id', '=', raffleId)
    .where('servido_en', 'is not', null)
    .orderBy('servido_en')
    .limit(TOGETHER)
    .execute()
  const addresses = served.map(({ correo }) => correo)
  const turns = await readTurns(tx, addresses, SERVED_MAILS, now)
  // While a decision can be undone nobody knows whether its own mail leaves: the mark waits.
  const told = served.filter(
    ({ estado, decidido_en }) => estado === 'en revision' || now - (decidido_en ?? 0) >= UNDO_WINDOW,
  )
  for (const purchase of told) {
    const { id, codigo, correo, servido_en, reportado_en } = purchase
    await updateReservation(tx, purchase.reserva_id, { servido_en: null })
    await appendEntry(tx, {
      en: now,
      actor: SYSTEM,
      accion: 'boletos encontrados',
      rifa_id: raffleId,
      compra_id: id,
      datos: {
        codigo,
        cantidad_tickets: purchase.cantidad_tickets,
        esperaba_desde: reportado_en,
        encontrados_en: servido_en,
      },
    })
    // A decision has a mail of its own.
    if (correo === '' || purchase.estado !== 'en revision') continue
    const enviar_desde = turns.next(correo)
    const at = { clave: servedMailKey(id), creado_en: now, enviar_desde }
    await enqueueMail(tx, reportMail(SERVED, { ...sender, raffle, purchase }, at))
    turns.add(correo, enviar_desde)
  }
  // A mark on a reservation that its purchase has left meanwhile is dropped without a mail.
  if (told.length === served.length && served.length < TOGETHER) {
    const left = tx.updateTable('reservations').set({ servido_en: null }).where('rifa_id', '=', raffleId)
    await left.where('servido_en', 'is not', null).execute()
  }
  return told.length
}
