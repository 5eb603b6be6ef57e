import { formatCount } from '#platform/money.ts'
import type { RaffleField, RaffleState } from './contract.ts'

/** How the numbers of a raffle are shared out; the four add up to its total. A hold whose time is over counts as free. */
export interface RaffleSales {
  libres: number
  apartados: number
  en_revision: number
  confirmados: number
  /** Tickets that reported payments wait for: there are none for them yet. */
  en_espera: number
  /** Somebody picked numbers by hand that are not confirmed yet. */
  elegidos: boolean
}

export interface Lockable {
  estado: RaffleState
  archivada: boolean
  registro_unico: boolean
}

export type Locks = Partial<Record<RaffleField, string>>

const OVER: readonly RaffleField[] = [
  'premio',
  'precio',
  'moneda',
  'tasa_usd',
  'total_numeros',
  'digitos',
  'seleccion',
  'registro_unico',
  'minimo',
  'maximo',
  'tope_sin_verificar',
]

/**
 * The fields of a raffle that may not change any more, each with the reason. The form says it below the field, the server
 * refuses by it (docs/decisions/021-raffle-editing.md).
 */
export function lockedFields(raffle: Lockable, sales: RaffleSales): Locks {
  const locks: Locks = {}
  if (raffle.archivada) {
    const reason = 'Está archivada: recupérala para cambiarla.'
    for (const field of [...OVER, 'titulo', 'descripcion', 'fecha', 'gracia_segundos'] as const) locks[field] = reason
    return locks
  }
  if (raffle.estado === 'cerrada' || raffle.estado === 'sorteada') {
    for (const field of OVER) locks[field] = 'La venta terminó.'
    if (raffle.estado === 'sorteada') locks.fecha = 'Ya se sorteó.'
    return locks
  }
  const sold = sales.en_revision + sales.confirmados + sales.en_espera
  const taken = sold + sales.apartados
  if (taken > 0) {
    locks.total_numeros = taken === 1 ? 'Ya hay 1 tomado.' : `Ya hay ${formatCount(taken)} tomados.`
    locks.digitos = 'Están en boletos tomados.'
    locks.moneda = 'Ya hay boletos con precio en esta moneda.'
  }
  if (sold > 0 && !raffle.registro_unico) locks.registro_unico = 'Ya hay compras, y no se revisó si se repiten.'
  return locks
}

/** Why the raffle may not assign all numbers at random again, or null. */
export function lockedRandom(sales: RaffleSales): string | null {
  return sales.elegidos ? 'Hay números elegidos a mano sin confirmar: no puede volver a ser solo al azar.' : null
}
