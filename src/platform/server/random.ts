import { randomBytes, randomInt } from 'node:crypto'

/** Where chance comes from: the operating system's generator, or a seeded one in tests. */
export interface Randomness {
  /** A uniform integer in [0, limit). */
  below(limit: number): number
  bytes(length: number): Buffer
}

export const systemRandom: Randomness = {
  below: (limit) => randomInt(limit),
  bytes: (length) => randomBytes(length),
}

/** 128 random bits as 22 URL-safe characters: names of files, holds, secrets of private pages. */
export function randomId(random: Randomness): string {
  return random.bytes(16).toString('base64url')
}
