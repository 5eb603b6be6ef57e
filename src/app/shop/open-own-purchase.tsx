import { createRoot } from 'react-dom/client'
import { Boundary } from '#platform/web/boundary.tsx'

/** Puts the purchase in the place of the shape that the server drew. */
export async function openOwnPurchase(place: HTMLElement): Promise<void> {
  const waits = place.querySelector<HTMLElement>('[data-waits]')
  const failed = place.querySelector<HTMLElement>('[data-failed]')
  function show(failure: boolean): void {
    if (waits) waits.hidden = failure
    if (failed) failed.hidden = !failure
  }
  show(false)
  try {
    const { default: OwnPurchase } = await import('#lookup/shop/own-purchase.tsx')
    createRoot(place).render(
      <Boundary>
        <OwnPurchase />
      </Boundary>,
    )
  } catch {
    show(true)
    place.querySelector('[data-retry]')?.addEventListener('click', () => openOwnPurchase(place), { once: true })
  }
}
