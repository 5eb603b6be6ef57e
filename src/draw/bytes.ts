/** SHA-256 of the platform: WebCrypto in a browser, Node's own on the server. */
export type Sha256 = (bytes: Uint8Array) => Promise<Uint8Array>

/** Browsers and Node have it; code for both is compiled for neither. */
declare const TextEncoder: new () => { encode(text: string): Uint8Array }

/** UTF-8. */
function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

export function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** A whole number as that many bytes, the greatest first. */
export function bigEndian(value: number, bytes: number): Uint8Array {
  let rest = BigInt(value)
  const all = new Uint8Array(bytes)
  for (let at = bytes - 1; at >= 0; at--) {
    all[at] = Number(rest & 255n)
    rest >>= 8n
  }
  return all
}

/** SHA-256 of a text in UTF-8, in hexadecimal. */
export async function hashOf(text: string, sha256: Sha256): Promise<string> {
  return toHex(await sha256(bytesOf(text)))
}

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
