import type { Keys } from '#platform/server/installation/keys.ts'
import { SealError, seal, unseal } from '#platform/server/installation/sealed.ts'

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
