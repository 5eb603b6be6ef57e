const WHOLE = 20

/**
 * Whether an account is the wanted one; null where that cannot be known.
 * @param account its digits, of which stars may hide some.
 * @param own its numbers, and the four digits of its bank for where it has none.
 */
export function isOwnAccount(account: string, own: { cuentas: readonly string[]; banco: string }): boolean | null {
  if (account.length === WHOLE) {
    const against = own.cuentas.length > 0 ? own.cuentas : [own.banco].filter(Boolean)
    if (against.length === 0) return null
    return against.some((number) => [...number].every((digit, at) => account[at] === '*' || account[at] === digit))
  }
  // The bank's own number of it, without the digits common to every account of the bank.
  if (own.cuentas.length === 0 || account.length < 8) return null
  return own.cuentas.some((number) => number.includes(account))
}

/** Whether all of several words are accounts, as whole or starred numbers, and one of them is that account. */
export const haveOwnAccount = (words: readonly string[], own: { cuentas: readonly string[] }) =>
  words.every((word) => /^0\d{3}(?:[ -]?[\d*Xx•]){16}$/.test(word)) &&
  words.some((word) => isOwnAccount(plainAccount(word), { ...own, banco: '' }))

/** An account as it is compared: digits, and stars for those that are hidden. */
export const plainAccount = (text: string) => text.replace(/[Xx•]/g, '*').replace(/[^\d*]/g, '')

/**
 * Which of the accounts that rows name is the wanted one: of several at least one has to be known by its number or its end.
 * @returns accounts with rows that count.
 */
export function ownAmong(named: ReadonlySet<string>, own: Parameters<typeof isOwnAccount>[1]): ReadonlySet<string> {
  const judged = [...named].map((account) => {
    const plain = plainAccount(account)
    const end = /\d{4,}$/.exec(plain)?.[0]
    const isEnd = end !== undefined && own.cuentas.some((number) => number.endsWith(end))
    return { account, known: isOwnAccount(plain, own) ?? (isEnd || null) }
  })
  const sure = judged.filter(({ known }) => known)
  // Without its number, each account of its bank may be it.
  if (own.cuentas.length === 0 && sure.length > 1) return new Set()
  // One that is not known is the only one there is.
  const only = judged.length === 1 ? judged.filter(({ known }) => known === null) : []
  return new Set([...sure, ...only].map(({ account }) => account))
}
