import { useEffect } from 'react'
import type { PaymentMethod } from '#payment-methods/contract.ts'
import { whileSeen } from '#platform/web/fetch-json.ts'
import { keep, readKept } from '../form/draft.ts'
import { fullMethod } from '../hold/hold-tickets.ts'
import type { Flow } from '../purchase-state.ts'
import { offeredMethods } from './method-step.tsx'

/** Milliseconds after which a page that stays in sight asks again. */
const AGAIN = 60_000

/**
 * The payment account may change while somebody pays. It is checked when the payment opens or is reopened, when the page is
 * seen or connected again, and every minute. The account shown last is kept with the draft, to compare it across a reload too.
 * @param props.say is called when the data are others now, or when nobody may pay by this method any more.
 */
export function MethodCheck({ flow, say }: { flow: Flow; say: (what: 'moved' | 'closed') => void }) {
  const { page, raffle, purchase, change } = flow
  const { method } = purchase
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it says does not depend on the render.
  useEffect(() => {
    let here = true
    let closed = false
    async function check(): Promise<void> {
      if (document.hidden || !method) return
      const methods = await offeredMethods(page).catch(() => null)
      if (!here || !methods) return
      const found = methods.find(({ id }) => id === method.id)
      if (!found) {
        if (!closed) say('closed')
        closed = true
        return
      }
      const fresh = fullMethod(found)
      const seen = seenOf(fresh)
      const before = readKept(raffle.id).seen ?? seenOf(method)
      keep(raffle.id, { seen })
      if (seen === before) return
      change({ method: fresh })
      say('moved')
    }
    check()
    const end = whileSeen(check, AGAIN)
    return () => {
      here = false
      end()
    }
  }, [page, raffle.id, method])
  return null
}

/** All that decides where money goes, and how much; the pages that offer it are nothing to a payer. */
function seenOf(method: PaymentMethod): string {
  return JSON.stringify({ ...method, paginas: 0 })
}
