import { sha256 } from '@noble/hashes/sha2.js'
import type { Sha256 } from '../bytes.ts'

/** Below this asking WebCrypto takes longer than reckoning: the lines of a list are hashed one by one. */
const SHORT = 4_096

/** By WebCrypto where it is: browsers leave it out of a page that came without https. */
export const webSha256: Sha256 = async (bytes) => {
  const subtle = globalThis.crypto?.subtle
  if (!subtle || bytes.length < SHORT) return sha256(bytes)
  return new Uint8Array(await subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>))
}
