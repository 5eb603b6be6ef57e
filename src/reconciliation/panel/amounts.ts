import { formatAmount, formatMoney, type Money, moneyOfCents, type PayCurrency, parseMoney } from '#platform/money.ts'

/** @param amount decimal text. @returns the smallest unit; 0 for an invalid amount. */
export function centsOf(amount: string): bigint {
  const money = parseMoney(amount)
  return money === null ? 0n : BigInt(money.replace('.', ''))
}

/** `1.234,50`, of decimal text. */
export function plainAmount(amount: string): string {
  return formatAmount((parseMoney(amount) ?? '0.00') as Money)
}

/** `Bs. 1.234,50`, of the smallest unit; an amount below 0 is printed without its sign. */
export function sayCents(cents: bigint, currency: PayCurrency): string {
  return formatMoney(moneyOfCents(cents < 0n ? -cents : cents), currency)
}

/** The amount due against the joined money. */
export interface Balance {
  level: 'bien' | 'aviso'
  says: string
}

/**
 * @param owed null where no rate was known.
 * @param joined of the smallest unit, as all of them.
 * @param left rest of the same money, joined to nothing.
 */
export function balanceOf(owed: bigint | null, joined: bigint, currency: PayCurrency, left = 0n): Balance {
  const { level, says } = compare(owed, joined, currency)
  if (left <= 0n) return { level, says }
  return { level, says: `${says} De lo que llegó quedan ${sayCents(left, currency)}, por devolver o para otra compra.` }
}

function compare(owed: bigint | null, joined: bigint, currency: PayCurrency): Balance {
  if (owed === null) return { level: 'aviso', says: 'No se sabe cuánto debe: no había tasa cuando reportó.' }
  if (joined === owed) return { level: 'bien', says: 'Suman justo.' }
  return joined < owed
    ? { level: 'aviso', says: `Faltan ${sayCents(owed - joined, currency)}.` }
    : { level: 'aviso', says: `Sobran ${sayCents(joined - owed, currency)}, por devolver o para otra compra.` }
}

/** Decimal text of the smallest unit. */
export function textOfCents(cents: bigint): string {
  return moneyOfCents(cents)
}

/** `33571,18`: an amount as somebody types it to look for it. */
export function amountToSearch(amount: string): string {
  return amount.replace('.', ',')
}
