import type { Instant } from '#platform/clock.ts'
import { notFound, refusal } from '#platform/errors.ts'
import type { QuantityLimits } from '#raffles/quantity-limits.ts'
import { isOver, refuseFrozen } from '#raffles/server/settled.ts'
import type { Raffle } from '#raffles/server/store.ts'
import { LIMIT_TITLE, limitText, minimumText, QUANTITY_MINIMUM_TITLE } from '../quantity.ts'

/**
 * The raffle, if its tickets can be taken.
 * @throws AppError 404 NO_EXISTE for none or a draft, 409 RIFA_PAUSADA, 409 RIFA_CERRADA when its sale is over, 409 RIFA_CONGELADA.
 */
export function onSale(raffle: Raffle | undefined, now: Instant): Raffle {
  if (!raffle || raffle.estado === 'borrador') throw notFound('Esta rifa no existe')
  refuseFrozen(raffle, now)
  const over = isOver(raffle, now)
  if (raffle.estado === 'publicada' && !over) return raffle
  if (raffle.estado === 'pausada' && !over) {
    throw refusal('RIFA_PAUSADA')
  }
  throw refusal('RIFA_CERRADA')
}

/** Whether the raffle lets visitors choose in that way. @throws AppError 409 SELECCION_NO_PERMITIDA */
export function checkSelection(raffle: Raffle, picked: boolean): void {
  const refused = picked ? raffle.seleccion === 'automatica' : raffle.seleccion === 'manual'
  if (!refused) return
  throw refusal('SELECCION_NO_PERMITIDA', {
    details: picked ? 'En esta rifa los números se asignan al azar.' : 'En esta rifa los números se eligen a mano.',
  })
}

/**
 * Whether one purchase of the raffle may have that many tickets.
 * @throws AppError 422 CANTIDAD_NO_PERMITIDA with `minimo` and `maximo`
 */
export function checkQuantity({ minimo, maximo }: QuantityLimits, cantidad: number): void {
  if (cantidad >= minimo && cantidad <= maximo) return
  const few = cantidad < minimo
  throw refusal('CANTIDAD_NO_PERMITIDA', {
    error: few ? QUANTITY_MINIMUM_TITLE : LIMIT_TITLE,
    details: few ? minimumText(minimo) : limitText(maximo),
    minimo,
    maximo,
  })
}
