import { cancelWaiting } from '#mail/server/delivery/spread-mails.ts'
import { supersedeMails } from '#mail/server/store.ts'
import { HOUR, type Instant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'

/** Reports of one connection in an hour after which their mails wait an hour; and connections that are counted. */
const FROM_ONE = 60
const CONNECTIONS = 20_000

/** Reports of each connection since the first one of an hour. Each process counts for itself. */
const reported = new WeakMap<Ctx, Map<string, { since: Instant; reports: number }>>()

/**
 * How long the mails of that connection wait (milliseconds), and counts its report.
 * @param cliente code of the connection (client-mark.ts).
 */
export function waitOfConnection(ctx: Ctx, cliente: string): number {
  const now = ctx.clock.now()
  const known = reported.get(ctx) ?? new Map<string, { since: Instant; reports: number }>()
  reported.set(ctx, known)
  const before = known.get(cliente)
  const own = before && now - before.since < HOUR ? before : { since: now, reports: 0 }
  own.reports++
  // Deleted and set again it is the youngest of the map, whose first is the oldest.
  known.delete(cliente)
  known.set(cliente, own)
  const [oldest = cliente] = known.keys()
  if (known.size > CONNECTIONS) known.delete(oldest)
  return own.reports > FROM_ONE ? HOUR : 0
}

/**
 * How the keys of 'Recibimos tu reporte de pago' begin. At most three a day go to one address, because a report is not verified, and
 * anybody's address may be on it. Further ones wait their turn where the operator sees them, and are withdrawn when the purchase is decided
 * meanwhile: its decision has a mail of its own. Nobody loses the private link, which is on the screen and in that mail.
 */
export const RECEIVED_MAILS = 'recibida:'
/** The same for the mail about a waiting payment that has its tickets now. */
export const SERVED_MAILS = 'servida:'

export const receivedMailKey = (purchaseId: number) => `${RECEIVED_MAILS}${purchaseId}`
export const servedMailKey = (purchaseId: number) => `${SERVED_MAILS}${purchaseId}`

/** Milliseconds in which the last decision can be undone; its mail leaves after them. */
export const UNDO_WINDOW = 20_000

/** The mail of one decision: undoing the decision takes exactly this one back. @param version the purchase's, once decided. */
export function decisionMailKey(purchaseId: number, version: number): string {
  return `compra:${purchaseId}:decision:${version}`
}

/**
 * Call it in the transaction that decides purchases or takes a correction, before the new mails are written. So no mail of an
 * earlier decision tells a buyer something outdated.
 */
export async function supersedeDecisionMails(tx: Sql, purchaseIds: readonly number[], now: Instant): Promise<void> {
  await Promise.all([
    supersedeMails(tx, purchaseIds, 'compra:%:decision:%', now),
    cancelWaiting(
      tx,
      purchaseIds.flatMap((id) => [receivedMailKey(id), servedMailKey(id)]),
      now,
    ),
  ])
}
