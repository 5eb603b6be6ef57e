import { type ReactNode, useEffect } from 'react'
import { Icon } from '#platform/web/icon.tsx'
import { HOLD_SECONDS } from '#tickets/quantity.ts'
import type { Hold } from './held.ts'
import { clockText, useCountdown } from './use-countdown.ts'

const URGENT = 60
const OFFER_MORE = 120

interface Props {
  hold: Hold
  /** What to pay, while it is scrolled out of sight. */
  amount: string
  /** While a report is on its way, time may run out without ending anything. */
  paused: boolean
  resync: () => void
  onExpired: () => void
  /** Offers more time. */
  more: ReactNode
}

/** The countdown of the held tickets. Alone it renders every second, so that the form beside it does not. */
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
