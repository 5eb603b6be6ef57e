import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '#platform/web/button.tsx'
import { CallFailure } from '#platform/web/fetch-json.ts'
import { Icon } from '#platform/web/icon.tsx'
import type { HoldAnswer } from '#tickets/contract.ts'
import { HOLD_SECONDS } from '#tickets/quantity.ts'
import type { Hold } from '../purchase-state.ts'
import { askHold, fromAnswer } from './hold.ts'

/** Difference of the two clocks, in milliseconds, that only a sleeping device makes. */
const SLEPT = 3000
/** Events of a browser when the page is seen, used or connected again; not all browsers send each. */
export const SEEN = ['visibilitychange', 'pageshow', 'focus', 'online']

const URGENT = 60
const OFFER_MORE = 120

interface Props {
  hold: Hold
  /** Amount due, while it is scrolled out of sight. */
  amount: string
  /** While a report is on its way, time may run out without ending anything. */
  paused: boolean
  resync: () => void
  onExpired: () => void
  /** Offers more time. */
  more: ReactNode
}

/** The countdown of the held tickets. It renders alone every second, so that the form does not. */
export function CountdownLine({ hold, amount, paused, resync, onExpired, more }: Props) {
  const left = useCountdown(hold, resync)
  const quantity = hold.quote.cantidad_tickets
  const urgent = left <= URGENT
  const over = left === 0 && !paused

  useEffect(() => {
    if (over) onExpired()
  }, [over, onExpired])

  return (
    <div className="clock" data-urgent={urgent || undefined}>
      <p>
        <Icon name="clock" small />
        <span>
          {urgent ? (
            'Último minuto para reportar'
          ) : amount ? (
            <>
              <b>{amount}</b> por {quantity} boletos
            </>
          ) : (
            // Another host may hold nothing.
            `Tus ${quantity} boletos${hold.unheld ? ', al reportar' : hold.token ? ' están apartados' : ''}`
          )}
        </span>
        <time className="num" role="timer" aria-label="Tiempo para reportar el pago">
          {clockText(left)}
        </time>
      </p>
      {hold.renewable && left <= OFFER_MORE && left > 0 && more}
      <i style={{ transform: `scaleX(${Math.min(1, left / HOLD_SECONDS)})` }} />
      <span className="sr" aria-live="polite">
        {urgent ? 'Queda menos de un minuto' : left <= OFFER_MORE ? 'Quedan menos de dos minutos' : ''}
      </span>
    </div>
  )
}

/** By the page's own clock. */
export function secondsLeft(hold: Hold): number {
  return Math.max(0, Math.ceil(hold.seconds - (performance.now() - hold.since) / 1000))
}

/**
 * Whole seconds that the hold has left. It counts on the monotonic clock, which a wrong clock of the phone does not move
 * but which may stop while the phone sleeps. After that, and whenever the page is seen again, `resync` asks the server.
 */
function useCountdown(hold: Hold, resync: () => void): number {
  const [left, setLeft] = useState(() => secondsLeft(hold))

  useEffect(() => {
    const offset = Date.now() - performance.now()
    let asked = -SLEPT
    const ask = () => {
      // Waking up fires several events.
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
function clockText(seconds: number): string {
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${pad(Math.floor(seconds / 60))}:${pad(seconds % 60)}`
}

/** 'Necesito más tiempo', once. */
export function MoreTime({ hold, onRenewed }: { hold: Hold; onRenewed: (hold: Hold) => void }) {
  const [state, setState] = useState<'idle' | 'asking' | string>('idle')
  async function ask(): Promise<void> {
    setState('asking')
    try {
      onRenewed(await renewHold(hold))
    } catch (error) {
      const details = error instanceof CallFailure ? error.body.details : undefined
      setState(details ?? 'No se pudo: revisa tu conexión.')
    }
  }
  return (
    <div className="more-time">
      <Button text="Necesito más tiempo" onClick={ask} aria-busy={state === 'asking'} disabled={state === 'asking'} />
      {state !== 'idle' && state !== 'asking' && <span role="alert">{state}</span>}
    </div>
  )
}

/** Asks once for more time. @throws CallFailure */
async function renewHold(hold: Hold): Promise<Hold> {
  return fromAnswer(await askHold<HoldAnswer>(hold.token ?? '', '/renovar'))
}
