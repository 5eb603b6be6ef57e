/** The numbers that a visitor has picked by hand, kept until the browser closes the page (the specification, section 4). */
const place = (raffleId: number) => `numeros:${raffleId}`

export function readPicks(raffleId: number): string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(place(raffleId)) ?? '[]')
    return Array.isArray(kept) ? kept.filter((numero): numero is string => typeof numero === 'string') : []
  } catch {
    return []
  }
}

export function keepPicks(raffleId: number, picks: readonly string[]): void {
  try {
    sessionStorage.setItem(place(raffleId), JSON.stringify(picks))
  } catch {
    // Some in-app browsers keep nothing: the picks last as long as the page.
  }
}

export function forgetPicks(raffleId: number): void {
  try {
    sessionStorage.removeItem(place(raffleId))
  } catch {
    // Nothing was kept.
  }
}
