import { parseMoney } from '#platform/money.ts'

/** How the writer of an amount separates its decimals: `punto` as `1,234.50`, `coma` as `1.234,50`, `explicito` either, where nobody can err. */
export type AmountStyle = 'punto' | 'coma' | 'explicito'

const POINT = /^(?:\d{1,12}|\d{1,3}(?:,\d{3})+)(?:\.\d{1,2})?$/
const COMMA = /^(?:\d{1,12}|\d{1,3}(?:\.\d{3})+)(?:,\d{1,2})?$/
/** `1.234` is a thousand to one and a little more than one to another. */
const EITHER = /^\d{1,3}(?:[.,]\d{3})+$/

/**
 * An amount as a bank writes it, in the smallest unit.
 * @returns null for an invalid or empty one, or where it could be two amounts: a person looks at it.
 */
export function readBankAmount(text: string, style: AmountStyle): number | null {
  const written = text.trim().replace(/[.,]$/, '')
  if (EITHER.test(written)) return null
  const point = style !== 'coma' && POINT.test(written)
  const comma = style !== 'punto' && COMMA.test(written)
  if (!point && !comma) return null
  const plain = point ? written.replaceAll(',', '') : written.replaceAll('.', '').replace(',', '.')
  const money = parseMoney(plain)
  const cents = money === null ? 0 : Number(money.replace('.', ''))
  return cents > 0 && Number.isSafeInteger(cents) ? cents : null
}
