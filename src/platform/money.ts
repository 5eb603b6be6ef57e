/**
 * Money is decimal text with two places, rates are decimal text with up to eight: the same text in the database, on the
 * wire and on the screen. Sums are exact integers of the smallest unit. Both runtimes use this file; a decimal library
 * would cost the shop a quarter of its own JavaScript (docs/decisions/013-shop-pages.md), so the tests check every function
 * against one instead.
 */
declare const money: unique symbol
declare const rate: unique symbol

/** `1234.50`: never negative, always two places, no thousands separators. */
export type Money = string & { readonly [money]: true }
/** Bolívares per unit of the other currency, `671.42350000`: positive, up to eight places. */
export type Rate = string & { readonly [rate]: true }

const RATE_PLACES = 8
const RATE_UNIT = 10n ** 8n

function scaled(text: string, places: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(places, '0'))
}

/** An exact sum of the smallest unit, never negative, as money. */
export function moneyOfCents(cents: bigint | number): Money {
  const digits = cents.toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}` as Money
}

/** The exact count of the smallest unit. */
export function centsOf(amount: Money): bigint {
  return scaled(amount, 2)
}

/** Rounds half up, as the specification's two decimals are. */
function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend * 2n + divisor) / (divisor * 2n)
}

/** Reads plain decimal text with at most two places (`5`, `5.0`, `5.00`); anything else, also `1.234,50`, is null. */
export function parseMoney(text: string): Money | null {
  return /^\d{1,12}(\.\d{1,2})?$/.test(text) ? moneyOfCents(scaled(text, 2)) : null
}

/** Reads a positive plain decimal with at most eight places, or null. */
export function parseRate(text: string): Rate | null {
  if (!/^\d{1,9}(\.\d{1,8})?$/.test(text)) return null
  const value = scaled(text, RATE_PLACES)
  if (value === 0n) return null
  const digits = value.toString().padStart(RATE_PLACES + 1, '0')
  return `${digits.slice(0, -RATE_PLACES)}.${digits.slice(-RATE_PLACES)}` as Rate
}

export function times(amount: Money, quantity: number): Money {
  return moneyOfCents(scaled(amount, 2) * BigInt(quantity))
}

/** USD to Bs at that rate, rounded half up to the céntimo. */
export function toBolivares(amount: Money, at: Rate): Money {
  return moneyOfCents(divideHalfUp(scaled(amount, 2) * scaled(at, RATE_PLACES), RATE_UNIT))
}

/** Bs to USD at that rate, rounded half up to the cent. */
export function toDollars(amount: Money, at: Rate): Money {
  return moneyOfCents(divideHalfUp(scaled(amount, 2) * RATE_UNIT, scaled(at, RATE_PLACES)))
}

export function sumMoney(amounts: readonly Money[]): Money {
  return moneyOfCents(amounts.reduce((sum, amount) => sum + scaled(amount, 2), 0n))
}

export function addMoney(a: Money, b: Money): Money {
  return moneyOfCents(scaled(a, 2) + scaled(b, 2))
}

/** Whether two sums are the same but for the smallest unit. */
export function isNear(a: Money, b: Money): boolean {
  const difference = scaled(a, 2) - scaled(b, 2)
  return difference >= -1n && difference <= 1n
}

/** Reads plain decimal text with any number of places, as a client that reckons in floats prints it, rounded half up; or null. */
export function roundMoney(text: string): Money | null {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,30}))?$/.exec(text) ?? []
  if (whole === undefined) return null
  return moneyOfCents((scaled(`${whole}.${fraction.slice(0, 3)}`, 3) + 5n) / 10n)
}

/** Whether `next` is at most `percent` above or below `previous`. */
export function movesWithin(previous: Rate, next: Rate, percent: number): boolean {
  const before = scaled(previous, RATE_PLACES)
  const difference = scaled(next, RATE_PLACES) - before
  return (difference < 0n ? -difference : difference) * 100n <= before * BigInt(percent)
}

function group(whole: string): string {
  return whole.replace(/\B(?=(\d{3})+$)/g, '.')
}

/** `1.234,50` as it is written in Venezuela. */
export function formatAmount(amount: Money): string {
  const [whole = '0', fraction = '00'] = amount.split('.')
  return `${group(whole)},${fraction}`
}

/** `Bs. 1.234,50`; the space never breaks. */
export function formatBolivares(amount: Money): string {
  return `Bs.\u00a0${formatAmount(amount)}`
}

export function formatDollars(amount: Money): string {
  return `$${formatAmount(amount)}`
}

/** Currencies of payments. */
export type PayCurrency = 'VES' | 'USD' | 'COP'

/** `Bs. 1.234,50`, `$1.234,50` or `COP 1.234,50`. */
export function formatMoney(amount: Money, currency: PayCurrency): string {
  switch (currency) {
    case 'VES':
      return formatBolivares(amount)
    case 'USD':
      return formatDollars(amount)
    case 'COP':
      return `COP\u00a0${formatAmount(amount)}`
  }
}

/** `671,42`: a rate as people read it, two places, rounded half up. */
export function formatRate(value: Rate): string {
  return formatAmount(moneyOfCents(divideHalfUp(scaled(value, RATE_PLACES), 10n ** 6n)))
}

/** `1234,50`: text of an amount's copy button; `1234.50` in dollars, whose apps read a comma as thousands. */
export function amountToCopy(amount: Money, currency: PayCurrency): string {
  return currency === 'USD' ? amount : amount.replace('.', ',')
}

/** `10.000` */
export function formatCount(count: number): string {
  return group(String(count))
}

/** `1 compra`, `1.250 compras` */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/**
 * An amount as people in Venezuela type it: `3`, `3,50`, `1.300,00`, and `3.50` of a keyboard without a comma.
 * @returns null if it is no amount, and `ambigua` for `1.300`, which could be either.
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
