import type { Randomness } from '#platform/server/random.ts'

/** Letters and digits that are not mistaken for each other when they are read aloud or copied by hand. */
const ALPHABET = '23456789BCDFGHJKLMNPQRSTVWXZ'
const LENGTH = 6

/** A short name for people to speak of a purchase, `TB-2HX8RK`: no secret, only unique, which the database says. */
export function newPurchaseCode(random: Randomness): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET[random.below(ALPHABET.length)])
  return `TB-${letters.join('')}`
}
