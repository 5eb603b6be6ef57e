import { useEffect, useState } from 'react'
import { later, useLater } from '#platform/web/later.ts'
import { readPicks } from '#tickets/shop/picks.ts'
import { ExpiredDialog, TooFew } from '../dialogs/interruptions.tsx'
import { inDoubt, keep, readKept } from '../form/draft.ts'
import { findReported, NO_HOLD, resumeHold } from '../hold/hold.ts'
import { fullMethod, pickNumbers } from '../hold/hold-tickets.ts'
import type { Flow } from '../purchase-state.ts'
import { DoneStep } from '../report/done-step.tsx'
import { WaitDialog } from '../report/wait-dialog.tsx'
import { StepTrack } from '../step-parts.tsx'
import { offeredMethods } from './method-step.tsx'
import { estimate } from './owed.ts'
import { finish, PaymentStep } from './payment-step.tsx'
import './payment.css'

const numbersPart = later(() => import('#tickets/shop/grid/numbers-step.tsx'))

/** The steps that need more than amount and method: picking by hand, the payment, and interruptions between them. */
export function PaymentSteps({ flow }: { flow: Flow }) {
  const { raffle, purchase, change, close } = flow
  const { step, hold, ordered, late, taken = [] } = purchase
  const grid = useLater(numbersPart, purchase.byHand)

  switch (step) {
    case 'amount':
    case 'method':
      return null
    case 'reopen':
      return <Reopening flow={flow} />
    case 'numbers': {
      const Numbers = grid.here?.default
      if (!Numbers)
        return (
          <WaitDialog
            title="Selecciona tus números"
            failure="No pudimos cargar los números. Revisa tu conexión e intenta de nuevo."
            failed={grid.failed}
            onRetry={grid.retry}
            onClose={close}
          />
        )
      return (
        <Numbers
          raffle={raffle}
          quantity={ordered}
          head={(name) => <StepTrack flow={flow} at="Números" name={name} />}
          mine={late ? [] : (hold?.numbers ?? []).filter((numero) => !taken.includes(numero))}
          taken={taken}
          onConfirm={(numbers) => pickNumbers(flow, numbers)}
          onBack={flow.steps[0] === 'Monto' ? () => change({ step: 'amount' }) : undefined}
          onCancel={close}
        />
      )
    }
    case 'payment':
      return <PaymentStep flow={flow} />
    case 'too-few':
      return <TooFew minimo={raffle.minimo} onClose={flow.onClose} />
    case 'expired':
      return (
        <ExpiredDialog
          quantity={ordered}
          held={!hold || hold.token !== null}
          ceded={hold?.ceded}
          doubt={inDoubt(raffle.id)}
          onAgain={() => {
            keep(raffle.id, { hold: null, attempt: null })
            change({ step: purchase.byHand ? 'numbers' : 'method', hold: null })
          }}
          onPaid={() =>
            change({
              step: purchase.method ? 'payment' : 'method',
              late: true,
              // After a reload only the end of the hold is known: the report takes the tickets that it needs. One that
              // may have arrived is sent as it was, so that it counts as the same.
              hold: hold ?? {
                ...NO_HOLD,
                token: readKept(raffle.id).hold ?? null,
                numbers: [...purchase.numbers],
                quote: estimate(raffle, ordered),
              },
            })
          }
          onClose={flow.onClose}
        />
      )
    case 'done':
      return purchase.sent && <DoneStep flow={flow} sent={purchase.sent} />
  }
}

/** Goes back to where the tab was left: with the tickets if they are still held, else as with a countdown at zero. */
function Reopening({ flow }: { flow: Flow }) {
  const [failed, setFailed] = useState(false)

  async function resume(): Promise<void> {
    const { page, raffle, quantity, change, alive } = flow
    setFailed(false)
    const kept = readKept(raffle.id)
    // The answer had arrived before the tab closed, or the buyer had seen it. Its state is outdated.
    if (kept.sent) {
      const { estado: _, en_espera: __, ...answer } = kept.sent.answer
      return finish(flow, { ...kept.sent, answer: { ...answer, repetida: true } })
    }
    try {
      const [hold, methods] = await Promise.all([resumeHold(kept.hold ?? '', raffle), offeredMethods(page)])
      // One that is no longer offered: another has to be chosen.
      const offered = methods.find(({ id }) => id === kept.method)
      const method = offered ? fullMethod(offered) : null
      const reported = hold ? null : await findReported(kept.hold)
      if (!alive.current) return
      if (reported) return finish(flow, { answer: reported, quantity: reported.cantidad_tickets })
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

/** Everything from the first held ticket on: a part of its own, loaded while the visitor looks at the steps before it. */
export { holdTickets, leave } from '../hold/hold-tickets.ts'

/**
 * Tells every dialog how much of the page a phone's keyboard covers without making it smaller: their feet stay
 * above it (`--covered`, dialog.css) and the focused field stays in sight. Once for the whole page.
 */
const view = window.visualViewport

view?.addEventListener('resize', () => {
  const covered = Math.max(0, window.innerHeight - view.height - view.offsetTop)
  // Less is the address bar that comes and goes.
  document.documentElement.style.setProperty('--covered', covered > 100 ? `${covered}px` : '0px')
  if (covered > 100) document.activeElement?.scrollIntoView({ block: 'nearest' })
})
