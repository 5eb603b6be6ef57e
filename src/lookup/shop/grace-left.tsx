import { useEffect, useState } from 'react'
import { formatInstant, type Instant } from '#platform/clock.ts'
import { Icon } from '#platform/web/icon.tsx'
import { timeLeftText } from './own-purchase-text.ts'

const TICK = 5_000

interface Props {
  /** ISO instant of the server's clock. */
  until: string
  /** Milliseconds that the server's clock is ahead. */
  ahead: number
  onOver: () => void
}

/** How long the tickets of a rejected purchase still wait for its correction, in words. */
export function GraceLeft({ until, ahead, onOver }: Props) {
  const end = Date.parse(until) as Instant
  const [left, setLeft] = useState(() => end - Date.now() - ahead)

  useEffect(() => {
    const tick = () => setLeft(end - Date.now() - ahead)
    tick()
    const timer = setInterval(tick, TICK)
    return () => clearInterval(timer)
  }, [end, ahead])

  const over = left <= 0
  useEffect(() => {
    if (over) onOver()
  }, [over, onOver])

  return (
    <p className="own-grace">
      <Icon name="clock" small />
      <span>
        Tiempo para corregirlo: <b>{timeLeftText(left)}</b>
        <small>Hasta el {formatInstant(end)}</small>
      </span>
    </p>
  )
}
