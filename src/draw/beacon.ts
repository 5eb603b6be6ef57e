import { bigEndian, fromHex, type Sha256, toHex } from './bytes.ts'
import type { Chain } from './chain.ts'
import { isHex } from './read-json.ts'

const DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_'

/**
 * Randomness of a round, from its signature.
 * @returns 32 bytes in hexadecimal; null if the league did not sign that for this round.
 */
export async function randomnessOf(
  chain: Chain,
  round: number,
  signature: string,
  sha256: Sha256,
): Promise<string | null> {
  if (!isHex(48)(signature)) return null
  const message = await sha256(bigEndian(round, 8))
  // Its tables are made when it is loaded: a start does not wait for them.
  const { shortSignatures } = (await import('@noble/curves/bls12-381.js')).bls12_381
  try {
    const point = shortSignatures.hash(message, DOMAIN)
    if (!shortSignatures.verify(fromHex(signature), point, fromHex(chain.clave_publica))) return null
  } catch {
    return null
  }
  return toHex(await sha256(fromHex(signature)))
}
