import type { DrawDocument } from './contract.ts'
import { isHex, isInstantText, list, oneOf, or, record, text, that, whole } from './read-json.ts'

export type { DrawDocument } from './contract.ts'

export const DOCUMENT_FORMAT = 'tombola-sorteo-1'

/** The text that the steps' hash is of. */
export function stepsText(pasos: readonly string[]): string {
  return pasos.map((text) => `${text}\n`).join('')
}

const hash = that<string>(isHex(32))

const read = record<DrawDocument>({
  formato: oneOf(DOCUMENT_FORMAT),
  rifa: whole(1, 2 ** 31),
  regla: text,
  regla_sha256: hash,
  cierre: or(null, that<string>(isInstantText)),
  lista_sha256: or(null, hash),
  lista_cuenta: or(null, whole(0, 10_000_000)),
  pasos: list(text),
  pasos_sha256: hash,
  diario: (value) => or(null, text)(value ?? null),
  premios: list(or(null, record({ numero: text, codigo: text }))),
})

/** @returns null if it is no document. Fields of later versions are left aside. */
export function readDocument(given: unknown): DrawDocument | null {
  try {
    return read(given)
  } catch {
    return null
  }
}
