import type { Sql } from '#platform/server/db/database.ts'
import type { Keys } from '#platform/server/installation/keys.ts'
import { listSecrets, putSecrets } from './factor-store.ts'
import { sealTotp } from './sealed-secret.ts'

/**
 * Seals the secrets of applications that an older version kept in clear. It runs once, when the database meets its key: a
 * secret that is found in clear later was put there by nobody of ours and stays unusable.
 */
export async function sealClearSecrets(tx: Sql, keys: Keys): Promise<void> {
  for (const { id, totp_secreto, totp_pendiente } of await listSecrets(tx)) {
    await putSecrets(tx, id, {
      totp_secreto: totp_secreto && sealTotp(keys, id, totp_secreto),
      totp_pendiente: totp_pendiente && sealTotp(keys, id, totp_pendiente),
    })
  }
}
