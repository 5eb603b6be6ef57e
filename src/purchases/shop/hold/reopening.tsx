import { useEffect, useState } from 'react'
import type { PaymentMethod, SalesPage } from '#payment-methods/contract.ts'
import type { RaffleAnswer } from '#raffles/contract.ts'
import { forgetPicks, readPicks } from '#tickets/shop/picks.ts'
import { inDoubt, keep, keepReported, readKept } from '../form/draft.ts'
import { offeredMethods } from '../payment/offered-methods.ts'
import type { Flow, Hold, Sent } from '../purchase-state.ts'
import { WaitDialog } from '../report/wait-dialog.tsx'
import { findReported, resumeHold } from './hold.ts'
import { fullMethod } from './hold-tickets.ts'

/** Goes back to where the tab was left: with the tickets if they are still held, else as with a countdown at zero. */
export function Reopening({ flow }: { flow: Flow }) {
  const [failed, setFailed] = useState(false)

  async function resume(): Promise<void> {
    const { page, raffle, quantity, change, alive } = flow
    setFailed(false)
    const kept = readKept(raffle.id)
    const finish = (sent: Sent) => {
      keepReported(raffle.id, sent)
      forgetPicks(raffle.id)
      change({ step: 'done', ordered: sent.quantity, sent })
    }
    // The answer had arrived before the tab closed, or the buyer had seen it. Its state is outdated.
    if (kept.sent) {
      const { estado: _, en_espera: __, ...answer } = kept.sent.answer
      return finish({ ...kept.sent, answer: { ...answer, repetida: true } })
    }
    try {
      const { hold, method } = await reopen(page, raffle, kept)
      const reported = hold ? null : await findReported(kept.hold)
      if (!alive.current) return
      if (reported) return finish({ answer: reported, quantity: reported.cantidad_tickets })
      if (!hold && !inDoubt(raffle.id)) keep(raffle.id, { hold: null })
      change({
        step: !hold ? 'expired' : method ? 'payment' : 'method',
        byHand: kept.byHand ?? false,
        ordered: hold?.quote.cantidad_tickets ?? kept.quantity ?? quantity,
        numbers: hold?.numbers ?? readPicks(raffle.id),
        method,
        hold,
      })
    } catch {
      setFailed(true)
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; the button asks again.
  useEffect(() => {
    resume()
  }, [])

  return (
    <WaitDialog
      title="Volviendo a tu compra"
      failure="No pudimos consultar tu compra. Tus boletos siguen apartados hasta que termine su tiempo."
      failed={failed}
      onRetry={resume}
      onClose={flow.onClose}
    />
  )
}

/** An unfinished payment as it was left. */
interface Reopened {
  /** Null when its time is over. */
  hold: Hold | null
  /** Null when it is no longer offered: another has to be chosen. */
  method: PaymentMethod | null
}

/**
 * The open purchase of a tab that was reloaded, or closed by the system behind the bank's app.
 * @throws CallFailure when nobody answers.
 */
async function reopen(page: SalesPage, raffle: RaffleAnswer, kept: ReturnType<typeof readKept>): Promise<Reopened> {
  const [hold, methods] = await Promise.all([resumeHold(kept.hold ?? '', raffle), offeredMethods(page)])
  const method = methods.find(({ id }) => id === kept.method)
  return { hold, method: method ? fullMethod(method) : null }
}
