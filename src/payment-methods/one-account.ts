import { bankCode } from './banks.ts'
import type { PaymentMethod } from './contract.ts'

/** Data that tell one account from another. */
type AccountData = Pick<PaymentMethod, 'id' | 'moneda' | 'banco' | 'cedula'> & { numero_cuenta: string }

/** The four digits of the bank of a method, or empty. */
export function bankOf(method: Pick<AccountData, 'banco' | 'numero_cuenta'> | undefined): string {
  return bankCode(method?.banco ?? '') ?? bankCode(method?.numero_cuenta ?? '') ?? ''
}

/** The methods whose money comes into the account of that one, in the order of their ids; itself where nobody knows it. */
export function methodsOfAccount(methods: readonly AccountData[], id: number): [number, ...number[]] {
  const own = methods.find((method) => method.id === id)
  const [first = id, ...rest] = own
    ? methods
        .filter((other) => isOneAccount(own, other))
        .map((other) => other.id)
        .sort((a, b) => a - b)
    : []
  return [first, ...rest]
}

/**
 * Whether money paid by either comes into one account: Pago Móvil and transfers of one bank are of its holder, whom one of them may name
 * by cédula, the other by RIF, or not at all. Two numbers of accounts are two accounts.
 */
export function isOneAccount(one: AccountData, other: AccountData): boolean {
  if (one.id === other.id) return true
  if (one.moneda !== other.moneda || bankOf(one) === '' || bankOf(one) !== bankOf(other)) return false
  return (
    agree(one.numero_cuenta.replace(/\D/g, ''), other.numero_cuenta.replace(/\D/g, '')) &&
    agree(holder(one), holder(other))
  )
}

const agree = (one: string, other: string) => one === '' || other === '' || one === other

/** Digits of a cédula or of a RIF without its last one, which is reckoned from the others. */
function holder({ cedula }: AccountData): string {
  const digits = cedula.replace(/\D/g, '')
  const own = /-\s*\d$/.test(cedula) || digits.length > 8 ? digits.slice(0, -1) : digits
  return own.replace(/^0+/, '')
}
