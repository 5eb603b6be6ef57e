/**
 * Whether this tab was left in the middle of a payment whose tickets may still be held, or of one that was accepted and not shown: the system closes a page that waits
 * behind the bank's app. No more than a look into what draft.ts keeps, so that the page can ask before the flow is loaded. A
 * quotation mark that somebody typed is kept with a stroke before it, and is not taken for one of these.
 */
export function hasOpenPurchase(raffleId: number): boolean {
  try {
    return /"hold":"|"sent":{/.test(sessionStorage.getItem(`compra:${raffleId}`) ?? '')
  } catch {
    return false
  }
}
