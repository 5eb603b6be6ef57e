import type { Sql } from '#platform/server/db/database.ts'
import type { Keys } from '#platform/server/installation/keys.ts'
import { SealError, seal, unseal } from '#platform/server/installation/sealed.ts'
import { listSecrets, putSecrets } from './factor-store.ts'

/** The secret of an application as the operator's row keeps it: the database alone makes no codes. */
export function sealTotp(keys: Keys, operatorId: number, secret: string): string {
  return seal(keys, place(operatorId), secret)
}

/** @returns null when it was put there behind the product's back, or comes from another operator's row: no code is right then. */
export function openTotp(keys: Keys, operatorId: number, sealed: string): string | null {
  try {
    return unseal(keys, place(operatorId), sealed)
  } catch (error) {
    if (error instanceof SealError) return null
    throw error
  }
}

function place(operatorId: number): string {
  return `operators.totp ${operatorId}`
}

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
