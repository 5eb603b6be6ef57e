import { bankCode } from '#payment-methods/banks.ts'
import type { MethodRow } from '#payment-methods/server/store.ts'
import { AppError } from '#platform/errors.ts'

const WHOLE = 20

/** What a file says of its account: whether it is the method's, null where that cannot be known. */
export interface FoundAccount {
  terminada_en: string | null
  coincide: boolean | null
}

/** Twenty digits of the method's account, or empty; its bank, or empty. */
export function ownAccount(method: MethodRow): { cuenta: string; banco: string } {
  const digits = method.numero_cuenta.replace(/\D/g, '')
  const cuenta = digits.length === WHOLE ? digits : ''
  return { cuenta, banco: bankCode(cuenta) ?? bankCode(method.banco) ?? '' }
}

/** @param named accounts that the file calls its own, of which stars hide digits. */
export function compareAccount(method: MethodRow, named: readonly string[]): FoundAccount {
  const own = ownAccount(method)
  const judged = named.map((account) => ({ account, coincide: isSame(account, own) }))
  const best = judged.find(({ coincide }) => coincide) ?? judged.find(({ coincide }) => coincide === false) ?? judged[0]
  return { terminada_en: best?.account.slice(-4) ?? null, coincide: best?.coincide ?? null }
}

function isSame(account: string, { cuenta, banco }: { cuenta: string; banco: string }): boolean | null {
  if (account.length === WHOLE) {
    const against = cuenta || banco
    if (against === '') return null
    return [...against].every((digit, at) => account[at] === '*' || account[at] === digit)
  }
  // The bank's own number of it, without what every account of the bank has.
  if (cuenta === '' || account.length < 8) return null
  return cuenta.includes(account)
}

/** @throws AppError 409 EXTRACTO_OTRA_CUENTA */
export function requireAccount(method: MethodRow, { terminada_en, coincide }: FoundAccount): void {
  if (coincide !== false) return
  const { cuenta } = ownAccount(method)
  const own = cuenta ? `la terminada en ${cuenta.slice(-4)}` : `una de ${method.banco}`
  throw new AppError(
    409,
    'EXTRACTO_OTRA_CUENTA',
    'Este extracto es de otra cuenta',
    `El archivo dice ser de la cuenta terminada en ${terminada_en}, y ${method.titulo} cobra en ${own}. Elige el método de esa cuenta, u otro archivo. Nada se importó.`,
  )
}
