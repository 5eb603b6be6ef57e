import type { Instant } from '#platform/clock.ts'
import { type AppError, refusal } from '#platform/errors.ts'
import type { RaffleState } from '../path/raffle-state.ts'
import type { Taking } from '../reserve.ts'
import { countedOf, isPlenty, limitsOf, roomOf } from './shares.ts'

/**
 * Whether a connection may hold that many more.
 * @throws AppError 429 DEMASIADOS_APARTADOS with `permitidos`, how many it may hold now, and when to come back.
 */
export function checkShare(state: RaffleState, { client, cantidad }: Taking): void {
  const { stock, raffle, now } = state
  if (client === null || isPlenty(stock, raffle, cantidad)) return
  const has = state.connection(client)
  const permitidos = roomOf(limitsOf(countedOf(stock, raffle)), has)
  if (permitidos >= cantidad) return
  state.endExpired()
  throw tooManyHeld(permitidos, has.firstEnd, now)
}

function tooManyHeld(permitidos: number, firstEnd: Instant | null, now: Instant): AppError {
  const seconds = firstEnd === null ? 60 : Math.ceil((firstEnd - now) / 1000)
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  const wait = minutes === 1 ? 'un minuto' : `${minutes} minutos`
  return refusal('DEMASIADOS_APARTADOS', {
    details:
      permitidos >= 2
        ? `Por ahora puedes apartar hasta ${permitidos} desde tu conexión. Elige menos, o espera ${wait} e intenta de nuevo.`
        : `Desde tu conexión hay muchos boletos apartados sin pagar. Espera ${wait} e intenta de nuevo.`,
    permitidos,
    wait: seconds,
  })
}
