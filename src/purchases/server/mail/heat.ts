import type { Instant } from '#platform/clock.ts'

/** How often something happened lately, by name. Older events count for less and less. */
export interface Heat {
  of(name: string, now: Instant): number
  add(name: string, now: Instant): void
}

/**
 * Kept in memory, by each process for itself.
 * @param halfLife milliseconds after which an event counts for half.
 * @param most names that are kept; the ones that were quiet longest are forgotten.
 */
export function createHeat(halfLife: number, most: number): Heat {
  const kept = new Map<string, { amount: number; at: Instant }>()
  function of(name: string, now: Instant): number {
    const found = kept.get(name)
    return found ? found.amount * 2 ** (-Math.max(0, now - found.at) / halfLife) : 0
  }
  return {
    of,
    add(name, now) {
      const amount = of(name, now) + 1
      // Deleted and set again it is the youngest of the map, whose first is the oldest.
      kept.delete(name)
      kept.set(name, { amount, at: now })
      if (kept.size <= most) return
      for (const oldest of kept.keys()) {
        kept.delete(oldest)
        break
      }
    },
  }
}
