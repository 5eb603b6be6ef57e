import type { Instant } from '#platform/clock.ts'
import { isHex, record, that, whole } from './read-json.ts'

/** A public source of randomness: a chain of drand, whose rounds come at fixed times, each signed by a league in which nobody can sign alone. */
export interface Chain {
  /** By which relays know it. */
  cadena: string
  clave_publica: string
  /** Seconds since 1970 of round 1, and between rounds. */
  genesis: number
  periodo: number
}

/** The one that the rule of a raffle names unless it is a sample: `bls-unchained-g1-rfc9380`. Stored with each rule, so that it stays checkable should the chain end. */
export const QUICKNET: Chain = {
  cadena: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  clave_publica:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  genesis: 1_692_803_367,
  periodo: 3,
}

/** @throws Error if it is no chain. */
export const readChain = record<Chain>({
  cadena: that(isHex(32)),
  clave_publica: that(isHex(96)),
  genesis: whole(1, 2 ** 40),
  periodo: whole(1, 3_600),
})

/** Whether it is the public chain, and not a private one. */
export function isPublic(chain: Chain): boolean {
  return JSON.stringify(readChain(chain)) === JSON.stringify(QUICKNET)
}

/** The first round that is emitted at or after that instant. */
export function roundFrom({ genesis, periodo }: Chain, instant: Instant): number {
  return Math.max(1, Math.ceil((instant / 1000 - genesis) / periodo) + 1)
}
