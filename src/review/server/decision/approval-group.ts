import type { Actor } from '#journal/actor.ts'
import type { NewEntry } from '#journal/server/append-entry.ts'
import type { NewMail } from '#mail/server/enqueue-mail.ts'
import {
  type ApprovalLinks,
  decideLink,
  keepLink,
  readApprovalLinks,
  tellLink,
  type Wanted,
  writeLinks,
} from '#money/server/links/approval-links.ts'
import { isPaidApart, readOwnMoney } from '#money/server/links/own-money.ts'
import { owedCents } from '#money/server/match/read-claims.ts'
import { after } from '#platform/clock.ts'
import { type AppError, notFound, refusal } from '#platform/errors.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { supersedeDecisionMails, UNDO_WINDOW } from '#purchases/server/mail/mail-turns.ts'
import {
  addConfirmed,
  type Clash,
  type Confirmed,
  claimPayments,
  findClash,
  lockPayments,
  windowsOfPayment,
} from '#purchases/server/payment/payment-store.ts'
import { confirmRegistrations, findParticipant } from '#purchases/server/report/refuse-duplicates.ts'
import { tellAndNote } from '#purchases/server/report/report-group.ts'
import { decidedBy, listByIds, listRegisteredAmong, type Purchase, updateTogether } from '#purchases/server/store.ts'
import { closeByRule } from '#raffles/server/close-by-rule.ts'
import { refuseSettled } from '#raffles/server/settled.ts'
import { findRaffle, type Raffle } from '#raffles/server/store.ts'
import { openRaffle } from '#tickets/server/path/open-raffle.ts'
import type { RaffleState } from '#tickets/server/path/raffle-state.ts'
import { confirm } from '#tickets/server/reserve.ts'
import { seatForApproval } from '#tickets/server/waiting/judge-waiting.ts'
import { type Decision, entryOf, type Known, mailOf, requireState, requireVersion } from './decide.ts'
import { confirmedMail } from './decision-mails.ts'

/** An approval, with all that is known before the raffle's lock. */
export interface Approving extends Known {
  raffle: Raffle
  /** The version that the reviewer saw, or null to take it as it is. */
  version: number | null
  actor: Actor
  /** The reason, against a failed check; empty for none. */
  motivo: string
  /** Money that it joins to the purchase in the same transaction. */
  join: Wanted | null
}

/** Approvals of one raffle as they find it behind its lock, and as each leaves it to the next. */
export interface ApprovalGroup {
  tickets: RaffleState
  purchases: Map<number, Purchase>
  /** Registered purchases, in a raffle where each person takes part once. */
  registered: Set<number>
  /** Confirmed purchases with a window of one of the payments. */
  confirmed: Confirmed
  links: ApprovalLinks
  /** Whether the hour is: else nothing is closed by it. */
  sure: boolean
  made: { purchase: Purchase; actor: Actor; apart: boolean; mail: NewMail | null; entry: NewEntry }[]
}

/** Locks the raffle and reads, sent together, the data for its approvals. */
export async function readApprovals(tx: Sql, approving: readonly Approving[]): Promise<ApprovalGroup> {
  const [{ ctx, raffle }] = approving as [Approving]
  const known = approving.map(({ purchase }) => purchase)
  const count = known.reduce((sum, { cantidad_tickets }) => sum + cantidad_tickets, 0)
  const tickets = await openRaffle(
    tx,
    raffle,
    { ids: known.map(({ reserva_id }) => reserva_id), draw: { count, random: ctx.random } },
    ctx.clock.now(),
  )
  const ids = known.map(({ id }) => id)
  const [purchases, registered, confirmed, links] = await Promise.all([
    listByIds(tx, ids),
    listRegisteredAmong(tx, ids),
    lockPayments(tx, known.flatMap(windowsOfPayment)),
    readApprovalLinks(tx, approving),
  ])
  // Of one that was corrected since it was read: the engine ends one of two groups that wait for each other so, and it runs again.
  const references = new Map(known.map(({ id, referencia }) => [id, referencia]))
  const corrected = purchases.filter(({ id, referencia }) => references.get(id) !== referencia)
  for (const [ventana, more] of await lockPayments(tx, corrected.flatMap(windowsOfPayment)))
    confirmed.set(ventana, more)
  return {
    tickets,
    purchases: new Map(purchases.map((purchase) => [purchase.id, purchase])),
    registered: new Set(registered),
    confirmed,
    links,
    made: [],
    sure: ctx.time.known(),
  }
}

/** Doubts about an approval that only the database can answer, and only when queried. */
type Doubts = Awaited<ReturnType<typeof readDoubts>>

/**
 * Queries data that cannot be known before the approvals before it are written.
 * @returns `clash`, a confirmed purchase that it is like, as long as nothing says that it is another payment; `alike`, also where it is another payment;
 * `taken`, why its person may not take part.
 */
export async function readDoubts(tx: Sql, group: ApprovalGroup, approving: Approving) {
  const { join, motivo } = approving
  const purchase = group.purchases.get(approving.purchase.id)
  let clash = purchase ? findClash(group.confirmed, purchase) : null
  const alike = clash !== null
  if (clash?.likeness === 'parecida' && motivo !== '') clash = null
  const registered = group.registered.has(approving.purchase.id)
  if (!purchase || (!clash && !registered)) return { clash, alike, taken: null }
  await writeApprovals(tx, group)
  if (clash) {
    // Where nothing is owed no money is joined.
    const coming = join && owedCents(purchase) !== 0 ? [[purchase.id, join.movimiento_id] as const] : []
    const money = await readOwnMoney(tx, [purchase.id, ...clash.compras], new Map(coming))
    if (isPaidApart(money, purchase.id, clash.compras)) clash = null
  }
  return { clash, alike, taken: registered ? await findParticipant(tx, group.tickets.raffle, purchase) : null }
}

/**
 * Result of an approval, in memory alone. Nothing but the tickets has changed before it is certain.
 * @returns its numbers.
 * @throws AppError the errors of approvePurchase
 */
export function decideApproval(group: ApprovalGroup, approving: Approving, { clash, alike, taken }: Doubts): string[] {
  const { version, actor, motivo, join } = approving
  const { tickets, confirmed } = group
  const { now, raffle } = tickets
  refuseSettled(raffle, now)
  const purchase = group.purchases.get(approving.purchase.id)
  if (!purchase) throw notFound('Esa compra no existe')
  const reservation = tickets.reservation(purchase.reserva_id)
  const outcome = { estado: 'confirmado', motivo: '', actor } as const
  if (requireVersion(purchase, version, outcome)) return tickets.numbersOf(reservation)
  requireState(purchase, 'en revision')
  if (clash) throw usedPayment(clash)
  const link = decideLink(group.links, purchase, join)
  if (taken) throw taken
  seatForApproval(tickets, reservation)
  const numeros = confirm(tickets, reservation)

  const about = { ...approving, raffle, purchase }
  const decision: Decision = {
    estado: 'confirmado',
    motivo: '',
    actor,
    now,
    mail: confirmedMail(about, numeros),
    enviar_desde: after(now, UNDO_WINDOW),
    accion: 'compra aprobada',
    datos: { numeros, ...(motivo === '' ? {} : { motivo_interno: motivo }), ...(link ? tellLink(link) : {}) },
    rows: { movements: link ? [link.movimiento_id] : [] },
  }
  if (link) keepLink(group.links, link, actor)
  group.made.push({ purchase, actor, apart: alike, mail: mailOf(about, decision), entry: entryOf(about, decision) })
  group.purchases.set(purchase.id, {
    ...purchase,
    ...decidedBy(actor, now),
    estado: 'confirmado',
    motivo: '',
    version: purchase.version + 1,
  })
  addConfirmed(confirmed, purchase)
  return numeros
}

function usedPayment({ likeness, codigo }: Clash): AppError {
  if (likeness === 'parecida') {
    return refusal('PAGO_PARECIDO', {
      details: `Su referencia coincide con la de la compra ${codigo}, ya confirmada. Compara las dos; si son dos pagos, apruébala con el motivo.`,
    })
  }
  return refusal('REFERENCIA_YA_CONFIRMADA')
}

/** Writes the group's approvals since the last writing, sent together. */
export async function writeApprovals(
  tx: Sql,
  { tickets, links, registered, made, sure }: ApprovalGroup,
): Promise<void> {
  await tickets.save(tx)
  const done = made.splice(0)
  if (done.length === 0) return
  const { now, raffle } = tickets
  const purchases = done.map(({ purchase }) => purchase)
  const apart = new Set(done.filter((one) => one.apart).map(({ purchase }) => purchase.id))
  const ids = purchases.map(({ id }) => id)
  const byActor = Map.groupBy(done, ({ actor }) => JSON.stringify([actor.id, actor.nombre]))
  // Before the new mails are written: they are of decisions too.
  await Promise.all([claimPayments(tx, purchases, apart), supersedeDecisionMails(tx, ids, now)])
  await Promise.all([
    ...[...byActor.values()].map((some) => {
      const [{ actor }] = some as [(typeof some)[number]]
      const changes = { estado: 'confirmado' as const, motivo: '', ...decidedBy(actor, now) }
      return updateTogether(
        tx,
        some.map(({ purchase }) => purchase),
        changes,
      )
    }),
    confirmRegistrations(
      tx,
      raffle,
      purchases.filter(({ id }) => registered.has(id)),
    ),
    writeLinks(tx, { ...links, made: links.made.splice(0) }, now),
  ])
  await tellAndNote(tx, raffle, done)
  // While the hour is doubted the worker does it later.
  if (sure && (await closeByRule(tx, raffle, tickets.stock, now)))
    tickets.raffle = (await findRaffle(tx, raffle.id)) ?? raffle
}
