import { useEffect, useState } from 'react'
import type { Hold } from './held.ts'

/** Difference of the two clocks, in milliseconds, that only a sleeping device makes. */
const SLEPT = 3000
/** What a browser says when the page is seen, used or connected again; not all of them say each. */
export const SEEN = ['visibilitychange', 'pageshow', 'focus', 'online']

/** By the page's own clock. */
export function secondsLeft(hold: Hold): number {
  return Math.max(0, Math.ceil(hold.seconds - (performance.now() - hold.since) / 1000))
}

/**
 * Whole seconds that the hold has left. It counts on the monotonic clock, which a wrong clock of the phone does not move
 * but which may stop while the phone sleeps: after that, and whenever the page is seen again, `resync` asks the server.
 */
export function useCountdown(hold: Hold, resync: () => void): number {
  const [left, setLeft] = useState(() => secondsLeft(hold))

  useEffect(() => {
    const offset = Date.now() - performance.now()
    let asked = -SLEPT
    const ask = () => {
      // Waking up is said in several ways at once.
      if (performance.now() - asked < SLEPT) return
      asked = performance.now()
      resync()
    }
    const tick = () => {
      setLeft(secondsLeft(hold))
      if (Math.abs(Date.now() - performance.now() - offset) > SLEPT) ask()
    }
    const seen = () => {
      if (document.visibilityState !== 'visible') return
      tick()
      ask()
    }
    tick()
    const timer = setInterval(tick, 250)
    const heard = new AbortController()
    for (const name of SEEN) addEventListener(name, seen, { signal: heard.signal })
    return () => {
      clearInterval(timer)
      heard.abort()
    }
  }, [hold, resync])

  return left
}

/** `09:41` */
export function clockText(seconds: number): string {
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${pad(Math.floor(seconds / 60))}:${pad(seconds % 60)}`
}
