import { later, useLater } from '#platform/web/later.ts'
import { ExpiredDialog, TooFew } from '../dialogs/interruptions.tsx'
import { inDoubt, keep, readKept } from '../form/draft.ts'
import { NO_HOLD } from '../hold/hold.ts'
import { pickNumbers } from '../hold/hold-tickets.ts'
import { Reopening } from '../hold/reopening.tsx'
import type { Flow } from '../purchase-state.ts'
import { DoneStep } from '../report/done-step.tsx'
import { WaitDialog } from '../report/wait-dialog.tsx'
import { StepTrack } from '../step-parts.tsx'
import { estimate } from './owed.ts'
import { PaymentStep } from './payment-step.tsx'

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
