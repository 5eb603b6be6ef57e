import { createHash, timingSafeEqual } from 'node:crypto'
import type { Randomness } from '#platform/server/random.ts'

/** 256 random bits for a cookie. */
export function newToken(random: Randomness): string {
  return random.bytes(32).toString('base64url')
}

/** Stored form of a token: 256 random bits need no salt and no slow hash. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** Compares without telling by its time how much was right. */
export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())
}
