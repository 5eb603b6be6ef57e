import type { Sql } from '#platform/server/db/database.ts'
import type { Randomness } from '#platform/server/random.ts'
import { isCodeTaken } from './store.ts'

/** Letters and digits that are not mistaken for each other when they are read aloud or copied by hand. */
const ALPHABET = '23456789BCDFGHJKLMNPQRSTVWXZ'
const LENGTH = 6

/** A short name for people to speak of a purchase, `TB-2HX8RK`: no secret, only unique. */
export async function newPurchaseCode(tx: Sql, random: Randomness): Promise<string> {
  for (;;) {
    const letters = Array.from({ length: LENGTH }, () => ALPHABET[random.below(ALPHABET.length)])
    const codigo = `TB-${letters.join('')}`
    if (!(await isCodeTaken(tx, codigo))) return codigo
  }
}
