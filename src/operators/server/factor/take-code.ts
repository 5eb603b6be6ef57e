import { hashToken } from '#access/server/tokens.ts'
import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Keys } from '#platform/server/installation/keys.ts'
import { hashRecoveryCode, totpStep } from '../secrets.ts'
import { findById } from '../store.ts'
import { takeRecoveryCode, takeTimeStep } from './factor-store.ts'
import { takeChallenge } from './passkey-store.ts'
import { openTotp } from './sealed-secret.ts'

/** Prefix of a code made from the answer of a key. */
export const PASSKEY_CODE = 'L.'

export type SecondFactorWay = 'aplicacion' | 'recuperacion' | 'llave'

/**
 * Uses up a code of the operator's application, of one of their keys, or a recovery code: none is accepted again.
 * @returns the kind of code, or null if it is wrong or was used.
 */
export async function takeCode(
  tx: Sql,
  keys: Keys,
  operatorId: number,
  code: string,
  now: Instant,
): Promise<SecondFactorWay | null> {
  const row = await findById(tx, operatorId)
  if (!row || row.totp_secreto === null) return null
  if (code.startsWith(PASSKEY_CODE)) {
    const kept = { reto_hash: hashToken(code), operador_id: operatorId, para: 'codigo' as const }
    return (await takeChallenge(tx, kept, now)) ? 'llave' : null
  }
  const step = totpStep(openTotp(keys, operatorId, row.totp_secreto), code, now, row)
  if (step !== null) return (await takeTimeStep(tx, row, step)) ? 'aplicacion' : null
  const hash = hashRecoveryCode(code)
  return hash !== null && (await takeRecoveryCode(tx, operatorId, hash)) ? 'recuperacion' : null
}
