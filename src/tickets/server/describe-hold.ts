import type { Instant } from '#platform/clock.ts'
import type { HoldAnswer, Quote } from '../contract.ts'
import type { Reservation } from './store.ts'

export function describeHold(hold: Reservation, numeros: string[], now: Instant): HoldAnswer {
  const expiry = hold.vence_en ?? now
  return {
    token: hold.token,
    rifa_id: hold.rifa_id,
    cantidad_tickets: hold.cantidad,
    numeros: [...numeros].sort(),
    vence_en: new Date(expiry).toISOString(),
    segundos: Math.max(0, Math.floor((expiry - now) / 1000)),
    renovable: hold.renovado === 0,
    cotizacion: readQuote(hold),
  }
}

/** The quote that was frozen with the reservation. */
export function readQuote(reservation: Reservation): Quote {
  return JSON.parse(reservation.cotizacion) as Quote
}
