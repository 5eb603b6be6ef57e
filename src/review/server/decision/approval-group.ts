import type { Actor } from '#journal/actor.ts'
import type { NewEntry } from '#journal/server/append-entry.ts'
import type { NewMail } from '#mail/server/enqueue-mail.ts'
import { after, type Instant } from '#platform/clock.ts'
import { notFound } from '#platform/errors.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { supersedeDecisionMails } from '#purchases/server/mail/decision-mail.ts'
import { mailedEvidence } from '#purchases/server/owner-code.ts'
import {
  addConfirmed,
  type Confirmed,
  claimPayments,
  findClash,
  lockPayments,
  windowsOfPayment,
} from '#purchases/server/payment/payment-store.ts'
import { purchaseLink } from '#purchases/server/public-origin.ts'
import { tellAndNote } from '#purchases/server/report/report-group.ts'
import { decidedBy, listByIds, listRegisteredAmong, type Purchase, updateInReview } from '#purchases/server/store.ts'
import { closeByRule } from '#raffles/server/close-by-rule.ts'
import { refuseSettled } from '#raffles/server/settled.ts'
import type { Raffle } from '#raffles/server/store.ts'
import {
  type ApprovalLinks,
  type DecidedLink,
  decideLink,
  keepLink,
  readApprovalLinks,
  tellLink,
  type Wanted,
  writeLinks,
} from '#reconciliation/server/links/approval-links.ts'
import { confirmInGroup } from '#tickets/server/group/plan-tickets.ts'
import { type RaffleGroup, readGroup, writeGroup } from '#tickets/server/group/raffle-group.ts'
import { type Decision, entryOf, type Known, mailOf, requireState, staleVersion, UNDO_WINDOW } from './decide.ts'
import { confirmedMail } from './decision-mails.ts'

/** An approval, with all that is known before the raffle's lock. */
export interface Approving extends Known {
  raffle: Raffle
  /** What the reviewer saw, or null to take it as it is. */
  version: number | null
  actor: Actor
  /** Why, against what a check says; empty for no reason. */
  motivo: string
  /** Money that it joins to the purchase in the same transaction. */
  join: Wanted | null
}

/** Approvals of one raffle as they find it behind its lock, and as each leaves it to the next (raffle-group.ts). */
interface ApprovalGroup {
  tickets: RaffleGroup
  purchases: Map<number, Purchase>
  /** Of their reservations, by id. */
  tokens: Map<number, string>
  /** Those that say of whom they are, in a raffle where each takes part once. */
  registered: Set<number>
  /** Confirmed purchases with a window of one of the payments. */
  confirmed: Confirmed
  links: ApprovalLinks
  /** Whether the hour is: else nothing is closed by it. */
  sure: boolean
  made: { purchase: Purchase; actor: Actor; mail: NewMail | null; entry: NewEntry }[]
}

/** Locks the raffle and reads, sent together, what its approvals want to know. */
export async function readApprovals(tx: Sql, approving: readonly Approving[]): Promise<ApprovalGroup> {
  const [{ ctx, raffle }] = approving as [Approving]
  const known = approving.map(({ purchase }) => purchase)
  const ids = known.map(({ id }) => id)
  const count = known.reduce((sum, { cantidad_tickets }) => sum + cantidad_tickets, 0)
  const tickets = await readGroup(
    tx,
    raffle,
    { ids: known.map(({ reserva_id }) => reserva_id), draw: { count, random: ctx.random } },
    ctx.clock.now(),
  )
  const [purchases, registered, confirmed, links] = await Promise.all([
    listByIds(tx, ids),
    listRegisteredAmong(tx, ids),
    lockPayments(tx, known.flatMap(windowsOfPayment)),
    readApprovalLinks(tx, approving),
  ])
  return {
    tickets,
    purchases: new Map(purchases.map((purchase) => [purchase.id, purchase])),
    tokens: new Map([...tickets.holds.values()].map(({ id, token }) => [id, token])),
    registered: new Set(registered),
    confirmed,
    links,
    made: [],
    sure: ctx.time.known(),
  }
}

/**
 * What becomes of an approval, from what its group has read, in memory alone; a refusal is thrown before anything has changed.
 * @returns its numbers; null when more must be asked: it waits for tickets, its payment or its person is like another's, it changed since it was read.
 */
export function decideApproval(group: ApprovalGroup, approving: Approving): string[] | null {
  const { ctx, site, textos, version, actor, motivo, join } = approving
  const { now, raffle, holds } = group.tickets
  refuseSettled(raffle, now)
  const purchase = group.purchases.get(approving.purchase.id)
  if (!purchase) throw notFound('Esa compra no existe')
  const reservation = holds.get(group.tokens.get(purchase.reserva_id) ?? '')
  if (!reservation || purchase.version !== approving.purchase.version) return null
  // It may be this very decision, whose answer was lost.
  if (version !== null && purchase.version === version + 1) return null
  if (version !== null && purchase.version !== version) throw staleVersion(purchase)
  requireState(purchase, 'en revision')
  if (reservation.estado !== 'en revision' || group.registered.has(purchase.id)) return null
  if (findClash(group.confirmed, purchase)) return null
  const link = decideLink(group.links, purchase, join)

  const numeros = confirmInGroup(group.tickets, reservation)
  const enlace = purchaseLink(ctx, purchase.secreto)
  const about = { site, textos, raffle, purchase, enlace, prueba: mailedEvidence(ctx, raffle, purchase) }
  const decision = approval(about, { actor, motivo, now, numeros, link })
  if (link) keepLink(group.links, link, actor)
  group.made.push({ purchase, actor, mail: mailOf(about, decision), entry: entryOf(about, decision) })
  addConfirmed(group.confirmed, purchase)
  return numeros
}

/** What an approval leaves, once the numbers are known. */
export function approval(
  about: Parameters<typeof confirmedMail>[0],
  {
    actor,
    motivo,
    now,
    numeros,
    link,
  }: { actor: Actor; motivo: string; now: Instant; numeros: string[]; link: DecidedLink | null },
): Decision {
  return {
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
}

/** Writes what the group approved, sent together. */
export async function writeApprovals(tx: Sql, { tickets, links, made, sure }: ApprovalGroup): Promise<void> {
  if (made.length === 0) return
  const { now, raffle } = tickets
  const purchases = made.map(({ purchase }) => purchase)
  const ids = purchases.map(({ id }) => id)
  const byActor = Map.groupBy(made, ({ actor }) => JSON.stringify([actor.id, actor.nombre]))
  // Before the new mails are written: they are of decisions too.
  await Promise.all([writeGroup(tx, tickets), claimPayments(tx, purchases), supersedeDecisionMails(tx, ids, now)])
  await Promise.all([
    ...[...byActor.values()].map((some) => {
      const [{ actor }] = some as [(typeof some)[number]]
      const changes = { estado: 'confirmado' as const, motivo: '', ...decidedBy(actor, now) }
      return updateInReview(
        tx,
        some.map(({ purchase }) => purchase),
        changes,
      )
    }),
    writeLinks(tx, links, now),
  ])
  await tellAndNote(tx, raffle, made)
  // While the hour is doubted the worker does it later.
  if (sure) await closeByRule(tx, raffle, tickets.stock, now)
}
