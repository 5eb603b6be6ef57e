import { supersedeMails } from '#mail/server/enqueue-mail.ts'
import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { cancelReceivedMail } from './received-mail-turn.ts'

/** The mail of one decision: undoing the decision takes exactly this one back. @param version the purchase's, once decided. */
export function decisionMailKey(purchaseId: number, version: number): string {
  return `${keysOf(purchaseId)}${version}`
}

/**
 * Call it in the transaction that decides a purchase or takes its correction, before the new mail is written: no mail of an
 * earlier decision tells the buyer what is no longer so.
 */
export async function supersedeDecisionMails(tx: Sql, purchaseId: number, now: Instant): Promise<void> {
  await Promise.all([supersedeMails(tx, purchaseId, keysOf(purchaseId), now), cancelReceivedMail(tx, purchaseId, now)])
}

function keysOf(purchaseId: number): string {
  return `compra:${purchaseId}:decision:`
}
