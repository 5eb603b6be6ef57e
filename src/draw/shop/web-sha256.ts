import { sha256 } from '@noble/hashes/sha2.js'
import type { Sha256 } from '../bytes.ts'

/** By WebCrypto if available: browsers leave it out of a page without https. */
export const webSha256: Sha256 = async (bytes) => {
  const subtle = globalThis.crypto?.subtle
  return subtle ? new Uint8Array(await subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)) : sha256(bytes)
}
