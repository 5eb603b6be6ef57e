/** What tells one account from another. */
export interface AccountData {
  id: number
  moneda: string
  banco: string
  cedula: string
}

/** The first four digits of the bank of a method, or empty. */
export function bankCode(method: { banco: string } | undefined): string {
  return /^\d{4}/.exec(method?.banco ?? '')?.[0] ?? ''
}

/** Whether money paid by either comes into one account: Pago Móvil and transfers of one bank are of its holder. */
export function isOneAccount(one: AccountData, other: AccountData): boolean {
  if (one.id === other.id) return true
  const digits = ({ cedula }: AccountData) => cedula.replace(/\D/g, '')
  return (
    one.moneda === other.moneda &&
    bankCode(one) !== '' &&
    bankCode(one) === bankCode(other) &&
    digits(one) !== '' &&
    digits(one) === digits(other)
  )
}
