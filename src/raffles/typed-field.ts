import { centsOf, formatAmount, formatCount, moneyOfCents, parseMoney, readTypedMoney } from '#platform/money.ts'
import { readTypedRate } from '#rates/rate-text.ts'

/** Shape of a value in a form: the text of a field, or a choice. */
export interface Typed<Value, Shown> {
  show(value: Value): Shown
  /** @returns undefined if it is no such value: the contract has the message; its own for a problem that the contract cannot see. */
  read(shown: Shown): Value | { says: string } | undefined
}

/** A typed or chosen value that is stored as it is. */
export function asItIs<Value>(): Typed<Value, Value> {
  return { show: (value) => value, read: (shown) => shown }
}

/** An empty text means none. */
export function orNone<Value>({ show, read }: Typed<Value, string>): Typed<Value | null, string> {
  return {
    show: (value) => (value === null ? '' : show(value)),
    read: (shown) => (shown.trim() === '' ? null : read(shown)),
  }
}

const AMBIGUOUS = 'No se sabe si el punto es de miles. Escribe 1300 o 1,30.'

/** An amount, `1.300,50`. */
export const typedAmount: Typed<string, string> = {
  show(value) {
    const money = parseMoney(value)
    return money === null ? value : formatAmount(money)
  },
  read(shown) {
    const money = readTypedMoney(shown)
    if (money === null) return { says: 'Escribe un monto, como 5 o 5,50.' }
    return money === 'ambigua' ? { says: AMBIGUOUS } : money
  },
}

/** A rate, `671,4235`. */
export const typedRate: Typed<string, string> = {
  show: (value) => value.replace(/0+$/, '').replace(/\.$/, '').replace('.', ','),
  read(shown) {
    const rate = readTypedRate(shown)
    if (rate === null) return { says: 'Escribe una tasa, como 671,42.' }
    return rate === 'ambigua' ? { says: AMBIGUOUS } : rate
  },
}

/** A whole number; `show` formats it for display. */
export function typedWhole(show: (value: number) => string = String): Typed<number, string> {
  return {
    show,
    read: (shown) => (/^\d[\d. ]*$/.test(shown.trim()) ? Number(shown.replace(/[. ]/g, '')) : undefined),
  }
}

/** A count, `10.000`. */
export const typedCount = typedWhole(formatCount)

/** Seconds, typed as hours: `1,5`. */
export const typedHours: Typed<number, string> = {
  show: (value) => String(value / 3600).replace('.', ','),
  read(shown) {
    const typed = shown.trim().replace(',', '.')
    return /^\d{1,4}(\.\d{1,2})?$/.test(typed) ? Math.round(Number(typed) * 3600) : undefined
  },
}

/** Whole céntimos, typed as an amount: `9,99`. */
export const typedCents: Typed<number, string> = {
  show: (value) => formatAmount(moneyOfCents(BigInt(value))),
  read(shown) {
    const money = readTypedMoney(shown)
    return money === null || money === 'ambigua' ? undefined : Number(centsOf(money))
  },
}
