import type { MethodKind } from '#payment-methods/methods.ts'
import type { Randomness } from '#platform/server/random.ts'

const LOOK_ALIKES: Record<string, readonly string[]> = {
  0: ['O', 'o', 'О', 'Ο'],
  1: ['I', 'l', 'i'],
  5: ['S', 's'],
  8: ['B', 'В'],
}
const PREFIXES = ['Ref ', 'REF:', 'Ref.', 'Nro. ', 'Nº ', 'Referencia ', 'Operacion #', 'Pago ', 'No ', 'Comprobante ']
const SUFFIXES = ['X', ' X', 'A', '.', ' Bs 2500', ' PM', 'Q7', ' fin']
const METHODS: readonly (MethodKind | null)[] = ['pago_movil', 'transferencia', null, 'zelle']

export interface Rewritten {
  text: string
  kind: MethodKind | null
}

/** Writes the reference of a payment in a different form, as somebody who uses a payment twice would. */
export function rewriteReference(reference: string, random: Randomness): Rewritten {
  const any = <T>(list: readonly T[]): T => list[random.below(list.length)] as T
  let text = reference.replace(/^0+/, '')
  // Banks print their own digits before the last eight.
  if (random.below(4) === 0) text = `${10 + random.below(9_000)}${text.slice(-8)}`
  else text = '0'.repeat(random.below(5)) + text
  const ways = [
    () =>
      (text = [...text].map((digit) => (random.below(3) === 0 ? any(LOOK_ALIKES[digit] ?? [digit]) : digit)).join('')),
    () => (text = text.replace(/(.{3,4})(?=.)/g, `$1${any([' ', '.', '-', '  ', '/'])}`)),
    () =>
      (text = [...text].map((sign) => (/\d/.test(sign) ? String.fromCodePoint(0xff10 + Number(sign)) : sign)).join('')),
    () =>
      (text = [...text].map((sign) => (/\d/.test(sign) ? String.fromCodePoint(0x660 + Number(sign)) : sign)).join('')),
    () => undefined,
  ]
  any(ways)()
  if (random.below(2) === 0) text = any(PREFIXES) + text
  if (random.below(2) === 0) text += any(SUFFIXES)
  return { text: text.slice(0, 40), kind: any(METHODS) }
}
