/**
 * Whether this tab was left in the middle of a payment whose tickets may still be held, or of one that was accepted and not shown: the system closes a page that waits
 * behind the bank's app. No more than a look into what draft.ts keeps, so that the page can ask before the flow is loaded. A
 * quotation mark that somebody typed is kept with a stroke before it, and is not taken for one of these.
 */
export function hasOpenPurchase(raffleId: number): boolean {
  try {
    return /"hold":"|"sent":{/.test(sessionStorage.getItem(place(raffleId)) ?? '')
  } catch {
    return false
  }
}

const place = (raffleId: number) => `compra:${raffleId}`

/**
 * Whether a tab of this phone was closed in the middle of a payment whose tickets are held still, as browsers inside other apps close.
 * What outlived its hold is deleted.
 */
export function hasLeftPurchase(raffleId: number): boolean {
  try {
    if (JSON.parse(localStorage.getItem(place(raffleId)) ?? '{}').until > Date.now()) return !hasOpenPurchase(raffleId)
    localStorage.removeItem(place(raffleId))
    return false
  } catch {
    return false
  }
}

/** This tab goes on with it. */
export function takeLeftPurchase(raffleId: number): void {
  sessionStorage.setItem(place(raffleId), localStorage.getItem(place(raffleId)) ?? '{}')
}
