/**
 * Whether this tab was left in the middle of a payment whose tickets may still be held: the system closes a page that waits
 * behind the bank's app. No more than a look into what draft.ts keeps, so that the page can ask before the flow is loaded.
 */
export function hasOpenPurchase(raffleId: number): boolean {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(`compra:${raffleId}`) ?? 'null')
    return typeof kept === 'object' && kept !== null && 'hold' in kept && typeof kept.hold === 'string'
  } catch {
    return false
  }
}
