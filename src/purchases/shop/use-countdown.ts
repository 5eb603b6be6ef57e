import { useEffect, useState } from 'react'
import type { Hold } from './hold.ts'

/** Difference of the two clocks, in milliseconds, that only a sleeping device makes. */
const SLEPT = 3000

function secondsLeft(hold: Hold): number {
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
    let asked = false
    const tick = () => {
      setLeft(secondsLeft(hold))
      if (!asked && Math.abs(Date.now() - performance.now() - offset) > SLEPT) {
        asked = true
        resync()
      }
    }
    const seen = () => {
      if (document.visibilityState !== 'visible') return
      tick()
      resync()
    }
    tick()
    const timer = setInterval(tick, 250)
    document.addEventListener('visibilitychange', seen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', seen)
    }
  }, [hold, resync])

  return left
}

/** `09:41` */
export function clockText(seconds: number): string {
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${pad(Math.floor(seconds / 60))}:${pad(seconds % 60)}`
}
