import type { PanelRaffleRow, RaffleSales } from './panel-contract.ts'
import { FIELD_NAMES, RAFFLE_FIELDS, type RaffleField, type RaffleFields } from './raffle-fields.ts'

const ROWS: Record<RaffleField, { label: string; taken?: (count: number) => string }> = RAFFLE_FIELDS

/** Further promises of a raffle with a rule: once somebody has bought, only a step moves the draw. */
const PROMISED: readonly RaffleField[] = ['titulo', 'premio', 'fecha']

type Lockable = Pick<PanelRaffleRow, 'estado' | 'archivada' | 'regla' | 'congelada'> &
  Pick<RaffleFields, 'registro_unico'>

export type Locks = Partial<Record<RaffleField, string>>

/**
 * The fields of a raffle that may not change any more, each with the reason. The form shows it below the field, the server refuses by it
 * (docs/decisions/104-guarded-changes.md).
 */
export function lockedFields(raffle: Lockable, sales: RaffleSales): Locks {
  if (raffle.archivada) return lockAll('Está archivada: recupérala para cambiarla.')
  if (raffle.congelada) return lockAll('La lista del sorteo está congelada.')
  const sold = sales.en_revision + sales.confirmados + sales.en_espera
  // They are on one page with the rule, and buyers take them for a part of it.
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
      const reason = ROWS[field].taken?.(taken)
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
