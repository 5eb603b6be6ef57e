import { formatCount } from '#platform/money.ts'
import type { RaffleField, RaffleState } from './contract.ts'

interface FieldRow {
  /** What it is called, where it is typed and where a change of it is told. */
  label: string
  /** How long it may change: while the raffle is on sale, until it is drawn, or always. */
  until: 'venta' | 'sorteo' | 'siempre'
  /** Why it may not change once somebody has that many tickets. */
  taken?: (count: number) => string
}

/** Every field of a raffle, in the order of the form. */
export const RAFFLE_FIELDS: Record<RaffleField, FieldRow> = {
  titulo: { label: 'Título', until: 'siempre' },
  premio: { label: 'Premio', until: 'venta' },
  descripcion: { label: 'Descripción', until: 'siempre' },
  precio: { label: 'Precio por boleto', until: 'venta' },
  moneda: { label: 'Moneda', until: 'venta', taken: () => 'Ya hay boletos con precio en esta moneda.' },
  tasa_usd: { label: 'Tasa propia', until: 'venta' },
  total_numeros: {
    label: 'Números',
    until: 'venta',
    taken: (count) => (count === 1 ? 'Ya hay 1 tomado.' : `Ya hay ${formatCount(count)} tomados.`),
  },
  digitos: { label: 'Cifras', until: 'venta', taken: () => 'Están en boletos tomados.' },
  fecha: { label: 'Día del sorteo', until: 'sorteo' },
  seleccion: { label: 'Quién elige los números', until: 'venta' },
  minimo: { label: 'Mínimo por compra', until: 'venta' },
  maximo: { label: 'Máximo por compra', until: 'venta' },
  registro_unico: { label: 'Una compra por persona', until: 'venta' },
  gracia_segundos: { label: 'Horas para corregir', until: 'siempre' },
  tope_sin_verificar: { label: 'Límite de boletos sin confirmar', until: 'venta' },
  centimos_unicos: { label: 'Céntimos únicos', until: 'venta' },
  acepta_cercanos: { label: 'Aceptar la tasa del día del pago y el redondeo', until: 'siempre' },
}

export const FIELD_NAMES = Object.keys(RAFFLE_FIELDS) as RaffleField[]

/** What a raffle with a rule promises besides: once somebody has bought, the draw is moved by a step and by nothing else. */
const PROMISED: readonly RaffleField[] = ['titulo', 'premio', 'fecha']

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

interface Lockable {
  estado: RaffleState
  archivada: boolean
  registro_unico: boolean
  /** Its draw has a rule, which says how many numbers there are. */
  regla: boolean
  /** Its list is frozen. */
  congelada: boolean
}

export type Locks = Partial<Record<RaffleField, string>>

/**
 * The fields of a raffle that may not change any more, each with the reason. The form says it below the field, the server
 * refuses by it (docs/decisions/104-guarded-changes.md).
 */
export function lockedFields(raffle: Lockable, sales: RaffleSales): Locks {
  if (raffle.archivada) return lockAll('Está archivada: recupérala para cambiarla.')
  if (raffle.congelada) return lockAll('La lista del sorteo está congelada.')
  const sold = sales.en_revision + sales.confirmados + sales.en_espera
  // They stand on one page with the rule, and buyers take them for a part of it.
  const promised: Locks = raffle.regla && sold > 0 ? lockFields(PROMISED, 'Quien compró lo leyó junto a la regla.') : {}
  if (raffle.estado === 'cerrada' || raffle.estado === 'sorteada') {
    return {
      ...promised,
      ...lockAll('La venta terminó.', 'venta'),
      ...(raffle.estado === 'sorteada' && lockAll('Ya se sorteó.', 'sorteo')),
    }
  }
  const locks: Locks = { ...promised }
  const taken = sold + sales.apartados
  if (taken > 0) {
    for (const field of FIELD_NAMES) {
      const reason = RAFFLE_FIELDS[field].taken?.(taken)
      if (reason !== undefined) locks[field] = reason
    }
  }
  if (raffle.regla) {
    for (const field of ['total_numeros', 'digitos', 'fecha'] as const) {
      locks[field] ??= 'Lo dice la regla del sorteo: quítala para cambiarlo.'
    }
  }
  if (sold > 0 && !raffle.registro_unico) locks.registro_unico = 'Ya hay compras, y no se revisó si se repiten.'
  return locks
}

/** Every field, or those that may change until then. */
export function lockAll(reason: string, until?: 'venta' | 'sorteo'): Locks {
  const those = FIELD_NAMES.filter((field) => until === undefined || RAFFLE_FIELDS[field].until === until)
  return lockFields(those, reason)
}

function lockFields(those: readonly RaffleField[], reason: string): Locks {
  return Object.fromEntries(those.map((field) => [field, reason]))
}

/** Why the raffle may not assign all numbers at random again, or null. */
export function lockedRandom(sales: RaffleSales): string | null {
  return sales.elegidos ? 'Hay números elegidos a mano sin confirmar: no puede volver a ser solo al azar.' : null
}
