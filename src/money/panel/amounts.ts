import { formatMoney, moneyOfCents, type PayCurrency, parseMoney } from '#platform/money.ts'

/** @param amount decimal text. @returns the smallest unit; 0 for an invalid amount. */
export function centsOf(amount: string): bigint {
  const money = parseMoney(amount)
  return money === null ? 0n : BigInt(money.replace('.', ''))
}

/** Sum of money that is there: nothing of a payment that the bank took back. */
export function standingOf(parts: readonly (readonly [of: { revertido: boolean }, cents: bigint])[]): bigint {
  return parts.reduce((sum, [{ revertido }, cents]) => (revertido ? sum : sum + cents), 0n)
}

/** `Bs. 1.234,50`, of the smallest unit; an amount below 0 is printed without its sign. */
export function sayCents(cents: bigint, currency: PayCurrency): string {
  return formatMoney(moneyOfCents(cents < 0n ? -cents : cents), currency)
}

/**
 * The amount due against the joined money.
 * @param owed null where no rate was known.
 * @param joined of the smallest unit, as all of them.
 * @param left rest of the same money, joined to nothing.
 */
export function balanceOf(
  owed: bigint | null,
  joined: bigint,
  currency: PayCurrency,
  left = 0n,
): { level: 'bien' | 'aviso'; says: string } {
  const says = compare(owed, joined, currency)
  const rest = ` De lo que llegó quedan ${sayCents(left, currency)}, por devolver o para otra compra.`
  return { level: joined === owed ? 'bien' : 'aviso', says: left > 0n ? says + rest : says }
}

function compare(owed: bigint | null, joined: bigint, currency: PayCurrency): string {
  if (owed === null) return 'No se sabe cuánto debe: no había tasa cuando reportó.'
  if (joined === owed) return 'Suman justo.'
  return joined < owed
    ? `Faltan ${sayCents(owed - joined, currency)}.`
    : `Sobran ${sayCents(joined - owed, currency)}, por devolver o para otra compra.`
}

/** `33571,18`: an amount as somebody types it to look for it. */
export function amountToSearch(amount: string): string {
  return amount.replace('.', ',')
}
