import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Keys } from './keys.ts'

const PREFIX = 's1.'
const NONCE = 12
const TAG = 16

/** A sealed value that does not open: it was changed, belongs elsewhere, or was never sealed with this key. */
export class SealError extends Error {}

/**
 * Encrypts a text for the database (AES-256-GCM), so that the database alone does not reveal it.
 * @param place where it is stored, such as `operators.totp 7`: moved to another row it does not open.
 * @returns `s1.` and base64url.
 */
export function seal(keys: Keys, place: string, text: string): string {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', keys.derive('sellos'), nonce).setAAD(Buffer.from(place))
  const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return PREFIX + Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url')
}

/** @throws SealError */
export function unseal(keys: Keys, place: string, sealed: string): string {
  const bytes = sealed.startsWith(PREFIX) ? Buffer.from(sealed.slice(PREFIX.length), 'base64url') : Buffer.alloc(0)
  if (bytes.length < NONCE + TAG) throw new SealError('not sealed')
  const decipher = createDecipheriv('aes-256-gcm', keys.derive('sellos'), bytes.subarray(0, NONCE))
  decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString('utf8')
  } catch {
    throw new SealError('changed, moved, or sealed with another key')
  }
}
