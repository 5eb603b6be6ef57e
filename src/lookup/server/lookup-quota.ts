import type { Instant } from '#platform/clock.ts'

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

/** What the next answer costs: `level` of work, 0 for none; or null when there is none before `wait` milliseconds are over. */
export type Price = { level: number; free: boolean } | { level: null; wait: number }

/** Marks of a connection and of its network, which may be the same (client-mark.ts of tickets). */
export interface Asker {
  cliente: string
  red: string
}

/** What one connection was told lately. */
export interface Told {
  /** When, by mark of the cédula. */
  cedulas: Record<string, Instant>
  /** When each answer was given for nothing. */
  gratis: Instant[]
  /** Answers for work that could be given then. */
  guardadas: number
  en: Instant
}

/** Answers of late, of which those of a while ago count for less and less. */
export interface Crowd {
  cuantas: number
  en: Instant
}

/** What is known of those who ask together; who was told nothing lately is not in it. */
export interface Counts {
  todos: Crowd | null
  told: Map<string, Told>
}

/** How long what was counted matters after the last answer, in milliseconds. */
export const COUNTED_FOR = HOUR

/** Whether that connection was told of that cédula in the last hour: then it is told again. @param cedula its mark. */
export function knows(counts: Counts, { cliente }: Asker, cedula: string, now: Instant): boolean {
  return toldOf(counts, cliente, SHARES.client, now).cedulas[cedula] !== undefined
}

export function priceOf(counts: Counts, asker: Asker, now: Instant): Price {
  const all = sharesOf(counts, asker, now)
  const everybody = crowdOf(counts, now)
  const crowded = everybody < CROWD ? 0 : 1 + Math.floor(Math.log2(everybody / CROWD))
  if (all.every(([each, share]) => each.gratis.length < share.free)) return { level: crowded, free: true }
  const wait = Math.max(...all.map(([each, share]) => (1 - each.guardadas) * share.pause))
  if (wait > 0) return { level: null, wait }
  const spent = Math.max(...all.map(([each, share]) => 1 - Math.floor(each.guardadas) / share.saved))
  return { level: Math.max(crowded, 1 + Math.round(spent * SHARES.client.saved)), free: false }
}

/** Takes the answer from what the connection may still ask, and from that of its network. @param cedula its mark. */
export function countAnswer(counts: Counts, asker: Asker, cedula: string, free: boolean, now: Instant): void {
  const all = sharesOf(counts, asker, now)
  counts.todos = { cuantas: crowdOf(counts, now) + 1, en: now }
  for (const [each] of all) {
    if (free) each.gratis.push(now)
    else each.guardadas -= 1
  }
  const [own] = all[0] as [Told, Share]
  own.cedulas[cedula] = now
  counts.told.set(asker.red, all.at(-1)?.[0] as Told)
  counts.told.set(asker.cliente, own)
}

function crowdOf({ todos }: Counts, now: Instant): number {
  return todos === null || todos.en > now + HOUR
    ? 0
    : todos.cuantas * 2 ** (-Math.max(0, now - todos.en) / CROWD_HALF_LIFE)
}

function sharesOf(counts: Counts, { cliente, red }: Asker, now: Instant): [Told, Share][] {
  const own: [Told, Share] = [toldOf(counts, cliente, SHARES.client, now), SHARES.client]
  return red === cliente ? [own] : [own, [toldOf(counts, red, SHARES.network, now), SHARES.network]]
}

/**
 * As it is now. What is of more than an hour ahead was written while a clock was wrong, and counts as nothing, or it would keep its
 * owner out for as long as the clock had been wrong.
 */
function toldOf({ told }: Counts, name: string, share: Share, now: Instant): Told {
  const found = told.get(name)
  if (!found || found.en > now + HOUR) return { cedulas: {}, gratis: [], guardadas: share.saved, en: now }
  const late = (at: Instant) => at > now - HOUR
  return {
    cedulas: Object.fromEntries(Object.entries(found.cedulas).filter(([, at]) => late(at))),
    gratis: found.gratis.filter(late),
    guardadas: Math.min(share.saved, found.guardadas + Math.max(0, now - found.en) / share.pause),
    en: now,
  }
}
