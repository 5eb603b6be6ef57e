import { createHash } from 'node:crypto'
import type { Clock, Instant } from '#platform/clock.ts'
import { createHeat } from '#platform/server/work/heat.ts'

const HOUR = 3_600_000

/**
 * Different cédulas that one connection is told of: `free` in an hour for nothing, then one each `pause` for work, up to `saved` of
 * them at once. In any hour that makes 60 of an address and 120 of a /48. Who takes everything that is free leaves his
 * neighbours the others: their pages do the work unseen, and wait minutes at worst, not an hour.
 */
const SHARES = {
  client: { free: 30, saved: 6, pause: HOUR / 24 },
  network: { free: 60, saved: 12, pause: HOUR / 48 },
} as const
type Share = (typeof SHARES)[keyof typeof SHARES]

/** Different cédulas in five minutes, of everybody together, from which on somebody may be listing them all. */
const CROWD = 1_500
const CROWD_HALF_LIFE = 5 * 60_000
/** Connections that are remembered; those that were quiet longest are forgotten. */
const MOST = 20_000

/** What the next answer costs: `level` of work, 0 for none; or null when there is none before `wait` milliseconds are over. */
export type Price = { level: number; free: boolean } | { level: null; wait: number }

/** What each connection was told lately. In memory, by each process for itself. */
export interface LookupQuota {
  /** Whether that connection was told of that cédula in the last hour: then it is told again. */
  knows(asker: Asker, cedula: string): boolean
  price(asker: Asker): Price
  /** Takes the answer from what the connection may still ask. Call it before anything is waited for. */
  take(asker: Asker, cedula: string, price: Price & { level: number }): void
  /** It was not told after all. */
  giveBack(asker: Asker, cedula: string, price: Price & { level: number }): void
}

export interface Asker {
  /** Address, or /64 of IPv6. */
  client: string
  /** Address, or /48 of IPv6. */
  network: string
}

interface Told {
  /** When, by digest of the cédula: whoever reads this memory finds none. */
  cedulas: Map<string, Instant>
  /** When each answer was given for nothing. */
  free: Instant[]
  /** Answers for work that may be given now, and since when that is so. */
  saved: number
  at: Instant
}

export function createLookupQuota(clock: Clock): LookupQuota {
  const kept = new Map<string, Told>()
  const crowd = createHeat(CROWD_HALF_LIFE, 1)

  function told(name: string, share: Share): Told {
    const now = clock.now()
    const found = kept.get(name) ?? { cedulas: new Map(), free: [], saved: share.saved, at: now }
    kept.delete(name)
    kept.set(name, found)
    for (const oldest of kept.keys()) {
      if (kept.size <= MOST) break
      kept.delete(oldest)
    }
    found.free = found.free.filter((at) => at > now - HOUR)
    for (const [cedula, at] of found.cedulas) if (at <= now - HOUR) found.cedulas.delete(cedula)
    found.saved = Math.min(share.saved, found.saved + Math.max(0, now - found.at) / share.pause)
    found.at = now
    return found
  }

  const sharesOf = ({ client, network }: Asker): [Told, Share][] =>
    network === client
      ? [[told(client, SHARES.client), SHARES.client]]
      : [
          [told(client, SHARES.client), SHARES.client],
          [told(network, SHARES.network), SHARES.network],
        ]

  return {
    knows: ({ client }, cedula) => told(client, SHARES.client).cedulas.has(digest(cedula)),

    price(asker) {
      const all = sharesOf(asker)
      const everybody = crowd.of('', clock.now())
      const crowded = everybody < CROWD ? 0 : 1 + Math.floor(Math.log2(everybody / CROWD))
      if (all.every(([each, share]) => each.free.length < share.free)) return { level: crowded, free: true }
      const wait = Math.max(...all.map(([each, share]) => (1 - each.saved) * share.pause))
      if (wait > 0) return { level: null, wait }
      const spent = Math.max(...all.map(([each, share]) => 1 - Math.floor(each.saved) / share.saved))
      return { level: Math.max(crowded, 1 + Math.round(spent * SHARES.client.saved)), free: false }
    },

    take(asker, cedula, { free }) {
      const now = clock.now()
      crowd.add('', now)
      told(asker.client, SHARES.client).cedulas.set(digest(cedula), now)
      for (const [each] of sharesOf(asker)) {
        if (free) each.free.push(now)
        else each.saved -= 1
      }
    },

    giveBack(asker, cedula, { free }) {
      told(asker.client, SHARES.client).cedulas.delete(digest(cedula))
      for (const [each] of sharesOf(asker)) {
        if (free) each.free.pop()
        else each.saved += 1
      }
    },
  }
}

function digest(cedula: string): string {
  return createHash('sha256').update(cedula).digest('base64url').slice(0, 16)
}
