import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { hashRecoveryCode, totpStep } from './secrets.ts'
import { findById, takeRecoveryCode, takeTimeStep } from './store.ts'

export type SecondFactorWay = 'aplicacion' | 'recuperacion'

/**
 * Uses up a code of the operator's application, or one of his recovery codes: neither is accepted again.
 * @returns which it was, or null when it is wrong or was used.
 */
export async function takeCode(
  tx: Sql,
  operatorId: number,
  code: string,
  now: Instant,
): Promise<SecondFactorWay | null> {
  const row = await findById(tx, operatorId)
  if (!row || row.totp_secreto === null) return null
  const step = totpStep(row.totp_secreto, code, now, row.totp_paso)
  if (step !== null) return (await takeTimeStep(tx, operatorId, step)) ? 'aplicacion' : null
  const hash = hashRecoveryCode(code)
  return hash !== null && (await takeRecoveryCode(tx, operatorId, hash)) ? 'recuperacion' : null
}
