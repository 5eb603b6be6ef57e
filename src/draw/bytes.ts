/** SHA-256 of the platform: WebCrypto in a browser, Node's own on the server. */
export type Sha256 = (bytes: Uint8Array) => Promise<Uint8Array>

/** Browsers and Node have it; code for both is compiled for neither. */
declare const TextEncoder: new () => { encode(text: string): Uint8Array }

/** UTF-8. */
export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

export function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function joined(...parts: readonly Uint8Array[]): Uint8Array {
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
