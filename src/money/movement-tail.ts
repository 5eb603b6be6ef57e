import type { MethodKind } from '#payment-methods/methods.ts'
import { paymentTails, tailEnd } from '#purchases/payment-tails.ts'
import type { MovementType } from './movement.ts'

/** Key that compares a movement's reference, in the form of a payment's (payment-tails.ts). */
export interface MovementTail {
  /** Its last eight significant digits at most and four at least, or `=` and an identifier; empty when there is none. */
  cola: string
  /** By which it is found: the last six of `cola`; empty when it has fewer. */
  fin: string
}

const KINDS: Partial<Record<MovementType, MethodKind>> = { zelle: 'zelle', binance: 'binance' }
const NONE: MovementTail = { cola: '', fin: '' }

/** Fewer digits prove nothing, not even with an amount and a phone. */
const LEAST = 4

/** A bank writes references without disguise: only digits are read here, or the identifier of a wallet. */
export function movementTail(referencia: string, tipo: MovementType): MovementTail {
  const tail = paymentTails(referencia, KINDS[tipo] ?? 'pago_movil').find(({ firme }) => firme)
  if (tail) return { cola: tail.cola, fin: tailEnd(tail) }
  const digits = referencia.replace(/\D/g, '').replace(/^0+/, '')
  return digits.length >= LEAST && digits.length < 6 ? { cola: digits, fin: '' } : NONE
}

/** The same of the other number that its source may give; empty when there is none. */
export function otherTail({ referencia_otra, tipo }: { referencia_otra: string; tipo: MovementType }): string {
  return referencia_otra === '' ? '' : movementTail(referencia_otra, tipo).cola
}

/** Whether two tails end alike, over the six digits of the shorter at least. Those of four or five prove nothing by themselves. */
export function tailsAgree(one: string, other: string): boolean {
  if (one.startsWith('=') || other.startsWith('=')) return one !== '' && one === other
  if (Math.min(one.length, other.length) < 6) return false
  return one.endsWith(other) || other.endsWith(one)
}

/** A number as another may be cut from it: one list has zeros before it, and another has none. */
export const frontOf = (referencia: string): string => referencia.replace(/^0+/, '')
