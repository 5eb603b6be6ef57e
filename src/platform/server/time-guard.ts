import { type Clock, type Instant, MINUTE } from '../clock.ts'
import { refusal } from '../errors.ts'
import { isSafe } from './http/read-outside.ts'
import type { Vitals } from './vitals.ts'

/** Clocks that are kept differ by less, in milliseconds; a clock that is set by less is not doubted. */
const AGREES = 5 * MINUTE
/** Milliseconds until the next check, and the longest wait for a witness. */
const PAUSE = 30_000
const PATIENCE = 3_000

/**
 * Whether the clock can be trusted. A clock that is a day ahead would end a sale, freeze a list or lose a prize for good: before any of that
 * it is compared with another host or, if none answers, confirmed by a person. Since the start, and since its last jump.
 */
export interface TimeGuard {
  /** As far as it is known, without asking anybody. */
  known(): boolean
  /** Asks every available witness. */
  sure(): Promise<boolean>
}

/** Of a clock that is always right. */
export const SURE: TimeGuard = { known: () => true, sure: async () => true }

export interface Witnesses {
  clock: Clock
  vitals: Pick<Vitals, 'outside'>
  fetch: typeof globalThis.fetch
  /** Addresses whose answers carry their time. */
  hosts(): string[]
  /** When a person last confirmed the time, by the clock of that moment. */
  newestWord(): Promise<{ id: number; en: Instant } | undefined>
  /** The hour is doubted: called once for each start and jump. */
  doubted(): Promise<void>
}

/** @param elapsed milliseconds that went by, by a clock that nobody sets. */
export function guardTime(witnesses: Witnesses, elapsed: () => number = () => performance.now()): TimeGuard {
  const { clock, vitals } = witnesses
  let last = { now: clock.now(), at: elapsed() }
  let since = last.now
  let sure = false
  let told = false
  /** The newest known confirmation: it does not count for a clock that was set since. */
  let heard = 0
  let asked = Number.NEGATIVE_INFINITY
  /** Whether a host said another time, or may be about to. */
  let contradicted = false

  function known(): boolean {
    const [now, at] = [clock.now(), elapsed()]
    if (Math.abs(now - last.now - (at - last.at)) > AGREES) {
      since = now
      sure = false
      told = false
      asked = Number.NEGATIVE_INFINITY
    }
    last = { now, at }
    return sure
  }

  async function compare(): Promise<boolean> {
    const { outside } = vitals
    if (outside && outside.en >= since && Math.abs(outside.ahead) < AGREES) return true
    let answered = false
    contradicted = true
    for (const host of witnesses.hosts()) {
      const ahead = await aheadOf(witnesses, host)
      if (ahead !== null && Math.abs(ahead) < AGREES) return true
      answered ||= ahead !== null
    }
    contradicted = answered
    return isSaid()
  }

  /** Needs no wait: a person has looked, and no host knows better. */
  async function isSaid(): Promise<boolean> {
    const word = await witnesses.newestWord()
    const isNew = word !== undefined && word.id > heard && word.en >= since && word.en <= clock.now() + AGREES
    heard = word?.id ?? 0
    return !contradicted && isNew
  }

  return {
    known,
    async sure() {
      if (known()) return true
      if (elapsed() - asked < PAUSE) {
        sure = (await isSaid()) || sure
        return sure
      }
      asked = elapsed()
      sure = await compare()
      if (!sure && !told) {
        told = true
        await witnesses.doubted()
      }
      return sure
    },
  }
}

/** How far our clock is ahead of that host's; null if it sends no time. */
export async function aheadOf(
  { clock, fetch }: Pick<Witnesses, 'clock' | 'fetch'>,
  host: string,
): Promise<number | null> {
  try {
    const url = new URL(host)
    if (!isSafe(url)) return null
    const answer = await fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(PATIENCE) })
    const there = Date.parse(answer.headers.get('date') ?? '')
    return Number.isNaN(there) ? null : clock.now() - there
  } catch {
    return null
  }
}

/** Before irreversible steps. @throws AppError 409 HORA_EN_DUDA */
export async function requireSureTime({ time }: { time: TimeGuard }): Promise<void> {
  if (await time.sure()) return
  throw refusal('HORA_EN_DUDA')
}
