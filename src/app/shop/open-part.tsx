import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { Boundary } from '#platform/web/boundary.tsx'
import type { ClientData } from '../page-data.ts'

/** Component for a shape that the server drew, by the kind of its page. */
const PARTS: Record<'own-purchase' | 'check', (place: HTMLElement) => Promise<ReactNode>> = {
  'own-purchase': () =>
    import('#purchases/shop/lookup/own-purchase.tsx').then(({ default: OwnPurchase }) => <OwnPurchase />),
  check: (place) => {
    const titulo = place.querySelector('[data-title]')?.textContent ?? ''
    return import('#draw/shop/check-page.tsx').then(({ default: CheckPage }) => <CheckPage titulo={titulo} />)
  },
}

/** Puts a page that only the browser can draw in the place of its shape. */
export async function openPart(place: HTMLElement, kind: ClientData['data']['kind']): Promise<void> {
  if (kind !== 'own-purchase' && kind !== 'check') return
  const waits = place.querySelector<HTMLElement>('[data-waits]')
  const failed = place.querySelector<HTMLElement>('[data-failed]')
  function show(failure: boolean): void {
    if (waits) waits.hidden = failure
    if (failed) failed.hidden = !failure
  }
  show(false)
  try {
    const part = await PARTS[kind](place)
    createRoot(place).render(<Boundary>{part}</Boundary>)
  } catch {
    show(true)
    place.querySelector('[data-retry]')?.addEventListener('click', () => openPart(place, kind), { once: true })
  }
}
