import { type EarlierSignIn, type OpenedSession, openSession, type Place } from '#access/server/session.ts'
import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { deleteOver, markEntry } from '../store.ts'

/** A first sign-in, of a browser that has nothing of an earlier one. */
export const FIRST: EarlierSignIn = { sessionHash: null, deviceHash: null }

/** Lets an operator in, in the transaction that has checked their right. */
export async function enter(
  tx: Sql,
  operatorId: number,
  now: Instant,
  opened: OpenedSession,
  from: EarlierSignIn & Place,
): Promise<void> {
  await openSession(tx, operatorId, now, opened, from)
  await markEntry(tx, operatorId, now)
  await deleteOver(tx, now)
}
