/**
 * Keeps 'Al azar' or 'Elegir a mano' across reloads, and puts it back before React is there. It runs inline.
 * @returns whether numbers are picked by hand.
 */
export function startEarlyMode(raffleId: number): boolean {
  const place = `modo:${raffleId}`
  try {
    const kept = document.querySelector<HTMLInputElement>(`[name=modo][value="${sessionStorage.getItem(place)}"]`)
    if (kept) kept.checked = true
  } catch {
    // Some in-app browsers keep nothing: he chooses again.
  }
  document.addEventListener('change', ({ target }) => {
    const { name, value } = target as HTMLInputElement
    if (name !== 'modo') return
    try {
      sessionStorage.setItem(place, value)
    } catch {
      // The same.
    }
  })
  return document.querySelector('[name=modo][value=manual]:checked') !== null
}
