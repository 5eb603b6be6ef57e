import type { DrawDocument } from './contract.ts'
import { field, isHex, isInstantText, isWhole } from './read-json.ts'

export type { DrawDocument } from './contract.ts'

export const DOCUMENT_FORMAT = 'tombola-sorteo-1'

/** The text that the steps' hash is of. */
export function stepsText(pasos: readonly string[]): string {
  return pasos.map((text) => `${text}\n`).join('')
}

/** @returns null if it is no document. Fields of later versions are left aside. */
export function readDocument(given: unknown): DrawDocument | null {
  const text = (value: unknown) => field(value as string, (one) => typeof one === 'string')
  const list = <T>(value: readonly T[]) => field(value, (one) => Array.isArray(one))
  const hash = isHex(32)
  try {
    const one = given as DrawDocument
    return {
      formato: field(one.formato, (value) => value === DOCUMENT_FORMAT),
      rifa: field(one.rifa, isWhole(1, 2 ** 31)),
      regla: text(one.regla),
      regla_sha256: field(one.regla_sha256, hash),
      cierre: field(one.cierre, (value) => value === null || isInstantText(value)),
      lista_sha256: field(one.lista_sha256, (value) => value === null || hash(value)),
      lista_cuenta: field(one.lista_cuenta, (value) => value === null || isWhole(0, 10_000_000)(value)),
      pasos: list(one.pasos).map(text),
      pasos_sha256: field(one.pasos_sha256, hash),
      diario: field(one.diario ?? null, (value) => value === null || typeof value === 'string'),
      premios: list(one.premios).map((won) => won && { numero: text(won.numero), codigo: text(won.codigo) }),
    }
  } catch {
    return null
  }
}
