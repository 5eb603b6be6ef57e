import { REASON_LENGTH, readReason } from '../../reasons.ts'

/** A reason being written; `id` tells it from one with the same words. */
export interface DraftReason {
  id: number
  texto: string
}

export const MOST_REASONS = 12

let last = 0

export function draftReason(texto: string): DraftReason {
  last += 1
  return { id: last, texto }
}

/** The list with one of them a place up or down; the same list where there is no place. */
export function movedReasons(list: readonly DraftReason[], from: number, by: -1 | 1): DraftReason[] {
  const [one, other] = [list[from], list[from + by]]
  if (!one || !other) return [...list]
  return list.map((each) => (each === one ? other : each === other ? one : each))
}

/** @returns what is wrong with each, by its id; nothing for those that can be saved. */
export function reasonProblems(list: readonly DraftReason[]): ReadonlyMap<number, string> {
  const problems = new Map<number, string>()
  const seen = new Set<string>()
  for (const { id, texto } of list) {
    const words = texto.trim()
    if (readReason(texto) === null) {
      problems.set(
        id,
        words.length > REASON_LENGTH.most
          ? `El motivo admite ${REASON_LENGTH.most} caracteres y este tiene ${words.length}.`
          : `Escribe al menos ${REASON_LENGTH.least} caracteres: el comprador lo va a leer.`,
      )
    } else if (seen.has(words)) problems.set(id, 'Este motivo ya está en la lista.')
    seen.add(words)
  }
  return problems
}
