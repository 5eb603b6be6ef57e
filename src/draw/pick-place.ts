import { bigEndian, bytesOf, fromHex, joined, type Sha256 } from './bytes.ts'

const PREFIX = bytesOf('tombola-sorteo-v1\0')

/**
 * Which of `count` numbers a beacon draws for a prize: a place from 0, each as likely as the other. A digest in the last, incomplete stretch
 * of 2^256 is refused and the next attempt counts.
 * @param list SHA-256 of the frozen list, in hexadecimal; `randomness` too.
 * @param prize its place in the rule, from 0.
 */
export async function pickPlace(
  list: string,
  randomness: string,
  prize: number,
  count: number,
  sha256: Sha256,
): Promise<number> {
  const n = BigInt(count)
  const most = (2n ** 256n / n) * n
  for (let attempt = 0; ; attempt++) {
    const parts = [PREFIX, fromHex(list), fromHex(randomness), bigEndian(prize, 4), bigEndian(attempt, 4)]
    const digest = (await sha256(joined(...parts))).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
    if (digest < most) return Number(digest % n)
  }
}
