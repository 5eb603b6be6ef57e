import { dropKept, keep, readKept } from '#platform/web/kept.ts'

/** The numbers that a visitor has picked by hand, kept until the browser closes the page (the specification, section 4). */
const place = (raffleId: number) => `numeros:${raffleId}`

export function readPicks(raffleId: number): readonly string[] {
  const kept = readKept('sessionStorage', place(raffleId))
  return Array.isArray(kept) ? kept.filter((numero): numero is string => typeof numero === 'string') : []
}

export function keepPicks(raffleId: number, picks: readonly string[]): void {
  keep('sessionStorage', place(raffleId), picks)
}

export function forgetPicks(raffleId: number): void {
  dropKept('sessionStorage', place(raffleId))
}
