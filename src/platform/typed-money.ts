import { type Money, parseMoney } from './money.ts'

/**
 * An amount as people in Venezuela type it: `3`, `3,50`, `1.300,00`, and `3.50` of a keyboard without a comma.
 * @returns null for what is none, and `ambigua` for `1.300`, which could be either.
 */
export function readTypedMoney(text: string): Money | 'ambigua' | null {
  const typed = text
    .trim()
    .replace(/^(Bs\.?|\$)\s*/i, '')
    .trim()
  if (/^\d{1,3}\.\d{3}$/.test(typed)) return 'ambigua'
  if (/^\d{1,3}(\.\d{3})+(,\d{1,2})?$/.test(typed)) return parseMoney(typed.replaceAll('.', '').replace(',', '.'))
  return parseMoney(typed.replace(',', '.'))
}
