import { lazy, Suspense } from 'react'
import { mailLeaves } from '#mail/mail-leaves.ts'
import type { ReviewedPurchase } from '../../contract.ts'

// Where mail leaves the desk does not carry it.
const ChatLink = lazy(async () => ({ default: (await import('./chat-link.tsx')).ChatLink }))

/** The way to tell the buyer where no mail does; empty where one does, or while nothing is decided. */
export function TellByWhatsApp({ purchase }: { purchase: ReviewedPurchase }) {
  if (mailLeaves() || purchase.estado === 'en revision') return null
  return (
    <Suspense fallback={null}>
      <ChatLink purchase={purchase} />
    </Suspense>
  )
}
