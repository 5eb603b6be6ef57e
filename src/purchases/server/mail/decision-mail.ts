import { supersedeMails } from '#mail/server/store.ts'
import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { cancelReceivedMails } from './received-mail-turn.ts'

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
    cancelReceivedMails(tx, purchaseIds, now),
  ])
}
