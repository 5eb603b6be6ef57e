import { AppError, notFound } from '#platform/errors.ts'
import type { Raffle } from '#raffles/server/store.ts'

/**
 * The raffle, if its tickets can be taken.
 * @throws AppError 404 NO_EXISTE for none or a draft, 409 RIFA_CERRADA when its sale is over.
 */
export function onSale(raffle: Raffle | undefined): Raffle {
  if (!raffle || raffle.estado === 'borrador') throw notFound('Esta rifa no existe')
  if (raffle.estado === 'publicada') return raffle
  throw new AppError(
    409,
    'RIFA_CERRADA',
    'La venta de esta rifa terminó',
    'Mira las rifas que siguen abiertas en la página principal.',
  )
}

/** Whether the raffle lets visitors choose in that way. @throws AppError 409 SELECCION_NO_PERMITIDA */
export function checkSelection(raffle: Raffle, picked: boolean): void {
  const refused = picked ? raffle.seleccion === 'automatica' : raffle.seleccion === 'manual'
  if (!refused) return
  throw new AppError(
    409,
    'SELECCION_NO_PERMITIDA',
    'Selección no permitida',
    picked ? 'En esta rifa los números se asignan al azar.' : 'En esta rifa los números se eligen a mano.',
  )
}
