import type { Instant } from '#platform/clock.ts'

const HOUR = 3_600_000

/**
 * Different cédulas that one connection may look up: so many at once, and the same again over an hour. In any hour that makes 60 of an
 * address and 120 of a /48; a neighbour of a visitor who takes them all waits two minutes, not an hour.
 */
const MOST = { client: 30, network: 60 } as const

/** Marks of a connection and of its network, which may be the same (client-mark.ts of tickets). */
export interface Asker {
  cliente: string
  red: string
}

/** Recent answers to one connection. */
export interface Told {
  /** When, by mark of the cédula; of a network nothing. */
  cedulas: Record<string, Instant>
  /** Answers that it could be given then. */
  quedan: number
  en: Instant
}

/** Counts of connections that ask together; a connection without recent answers is missing. */
export type Counts = Map<string, Told>

/** How long a count matters after the last answer, in milliseconds. */
export const COUNTED_FOR = HOUR

/** Whether that connection looked up that cédula in the last hour: then it may again. @param cedula its mark. */
export function knows(counts: Counts, { cliente }: Asker, cedula: string, now: Instant): boolean {
  return toldOf(counts, cliente, MOST.client, now).cedulas[cedula] !== undefined
}

/** Milliseconds until that connection may look up another cédula; 0 when it may now. */
export function waitOf(counts: Counts, asker: Asker, now: Instant): number {
  return Math.max(
    0,
    ...namesOf(asker).map(([name, most]) => ((1 - toldOf(counts, name, most, now).quedan) * HOUR) / most),
  )
}

/** Takes the answer from the connection's rest, and from that of its network. @param cedula its mark. */
export function countAnswer(counts: Counts, asker: Asker, cedula: string, now: Instant): void {
  for (const [name, most] of namesOf(asker)) {
    const told = toldOf(counts, name, most, now)
    const cedulas = name === asker.cliente ? { ...told.cedulas, [cedula]: now } : {}
    counts.set(name, { cedulas, quedan: told.quedan - 1, en: now })
  }
}

function namesOf({ cliente, red }: Asker): [name: string, most: number][] {
  const own: [string, number] = [cliente, MOST.client]
  return red === cliente ? [own] : [own, [red, MOST.network]]
}

/**
 * The count as it is now. A count from more than an hour ahead was written by a wrong clock and is ignored. It would keep its
 * owner out for as long as the clock had been wrong.
 */
function toldOf(counts: Counts, name: string, most: number, now: Instant): Told {
  const found = counts.get(name)
  if (!found || found.en > now + HOUR) return { cedulas: {}, quedan: most, en: now }
  return {
    cedulas: Object.fromEntries(Object.entries(found.cedulas).filter(([, at]) => at > now - HOUR)),
    quedan: Math.min(most, found.quedan + (Math.max(0, now - found.en) * most) / HOUR),
    en: now,
  }
}
