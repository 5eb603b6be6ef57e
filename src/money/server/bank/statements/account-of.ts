import { bankOf } from '#payment-methods/one-account.ts'
import { numbersOf } from '#payment-methods/server/read-account.ts'
import type { MethodRow } from '#payment-methods/server/store.ts'
import { refusal } from '#platform/errors.ts'
import { isOwnAccount } from './reading/own-account.ts'

/** A file's account: whether it is the method's, null where that cannot be known. */
export interface FoundAccount {
  terminada_en: string | null
  coincide: boolean | null
}

/** The method that a person chose, and the others of its account: that of a Pago Móvil is named by its transfers alone. */
export type OwnMethods = readonly [MethodRow, ...MethodRow[]]

/** @param named accounts that the file calls its own, of which stars hide digits. */
export function compareAccount(methods: OwnMethods, named: readonly string[]): FoundAccount {
  const own = { cuentas: numbersOf(methods), banco: bankOf(methods[0]) }
  const judged = named.map((account) => ({ account, coincide: isOwnAccount(account, own) }))
  const best = judged.find(({ coincide }) => coincide) ?? judged.find(({ coincide }) => coincide === false) ?? judged[0]
  return { terminada_en: best?.account.slice(-4) ?? null, coincide: best?.coincide ?? null }
}

/** @throws AppError 409 EXTRACTO_OTRA_CUENTA */
export function requireAccount(methods: OwnMethods, { terminada_en, coincide }: FoundAccount): void {
  if (coincide !== false) return
  const [{ banco, titulo }] = methods
  const [cuenta] = numbersOf(methods)
  const own = cuenta ? `la terminada en ${cuenta.slice(-4)}` : `una de ${banco}`
  throw refusal('EXTRACTO_OTRA_CUENTA', {
    details: `El archivo dice ser de la cuenta terminada en ${terminada_en}, y ${titulo} cobra en ${own}. Elige el método de esa cuenta, u otro archivo. Nada se importó.`,
  })
}
