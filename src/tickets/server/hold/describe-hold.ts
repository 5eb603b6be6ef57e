import { after, type Instant } from '#platform/clock.ts'
import type { HoldAnswer, Quote } from '../../contract.ts'
import { HOLD_SECONDS } from '../../quantity.ts'
import type { Reservation } from '../store.ts'

export function describeHold(hold: Reservation, numeros: string[], now: Instant): HoldAnswer {
  // Never more than a hold can have, though it was taken while the clock was ahead and nobody has put that right yet.
  const longest = after(now, HOLD_SECONDS * 1000)
  const expiry = Math.min(hold.vence_en ?? now, longest)
  return {
    token: hold.token,
    rifa_id: hold.rifa_id,
    cantidad_tickets: hold.cantidad,
    numeros: wantedNumbers(hold, numeros),
    vence_en: new Date(expiry).toISOString(),
    segundos: Math.max(0, Math.floor((expiry - now) / 1000)),
    renovable: hold.renovado === 0,
    cotizacion: readQuote(hold),
  }
}

/** The visitor's numbers, or the wanted ones of a payment that does not have them yet. */
function wantedNumbers({ pedidos }: Reservation, own: string[]): string[] {
  const numbers = pedidos === null ? own : (JSON.parse(pedidos) as string[])
  return [...numbers].sort()
}

/** The quote that was frozen with the reservation. */
export function readQuote(reservation: Pick<Reservation, 'cotizacion'>): Quote {
  return JSON.parse(reservation.cotizacion) as Quote
}
