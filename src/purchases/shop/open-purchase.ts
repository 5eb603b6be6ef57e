/**
 * Whether this tab was left in the middle of a payment whose tickets may still be held, or of one that was accepted and not shown. The system closes
 * a page that waits
 * behind the bank's app. No more than a look into the storage of draft.ts, so that the page can ask before the flow is loaded. A
 * typed quotation mark is stored with a stroke before it, and is not taken for one of these.
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
 * Purchases that outlived their hold are deleted, of whatever raffle.
 * @param take this tab goes on with it.
 */
export function hasLeftPurchase(raffleId: number, take = false): boolean {
  try {
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith('compra:') && !(JSON.parse(localStorage.getItem(name) ?? '{}').until > Date.now()))
        localStorage.removeItem(name)
    }
    const kept = localStorage.getItem(place(raffleId))
    const left = kept !== null && !hasOpenPurchase(raffleId)
    if (left && take) sessionStorage.setItem(place(raffleId), kept)
    return left
  } catch {
    return false
  }
}
