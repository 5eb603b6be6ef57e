/** The numbers that a visitor has picked by hand, kept until the browser closes the page (the specification, section 4). */
const place = (raffleId: number) => `numeros:${raffleId}`
/** Some in-app browsers keep nothing: there they last as long as the page. */
const memory = new Map<number, readonly string[]>()

export function readPicks(raffleId: number): readonly string[] {
  const known = memory.get(raffleId)
  if (known) return known
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(place(raffleId)) ?? '[]')
    return Array.isArray(kept) ? kept.filter((numero): numero is string => typeof numero === 'string') : []
  } catch {
    return []
  }
}

export function keepPicks(raffleId: number, picks: readonly string[]): void {
  memory.set(raffleId, picks)
  try {
    sessionStorage.setItem(place(raffleId), JSON.stringify(picks))
  } catch {
    // They are in memory.
  }
}

export function forgetPicks(raffleId: number): void {
  memory.delete(raffleId)
  try {
    sessionStorage.removeItem(place(raffleId))
  } catch {
    // Nothing was kept.
  }
}
