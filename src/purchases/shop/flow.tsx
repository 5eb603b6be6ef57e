import { useEffect, useReducer, useRef } from 'react'
import { later, useLater } from '#platform/web/later.ts'
import { VARIANTS } from '../variants.ts'
import { AmountStep } from './amount-step.tsx'
import { hasOpenPurchase } from './open-purchase.ts'
import { MethodStep } from './payment/method-step.tsx'
import './parts.css'
import './steps.css'
import type { Flow, Purchase, PurchaseProps } from './purchase-state.ts'
import { WaitDialog } from './report/wait-dialog.tsx'

// A connection that dies in the middle of a purchase must not take the steps that come with it.
const paymentPart = later(() => import('./payment/payment.tsx'))
paymentPart.load().catch(() => undefined)

/**
 * The whole purchase, from 'Comprar' to 'Pago enviado'. Mounted while it runs. It draws what comes before any ticket is held, and
 * leaves the rest to a part that is loaded meanwhile (docs/decisions/013-flow-size.md).
 */
export default function PurchaseFlow(props: PurchaseProps) {
  const [purchase, change] = useReducer(merge, props, begin)
  const alive = useRef(true)
  const payment = useLater(paymentPart, true)
  const { confirmsAmount } = VARIANTS[props.page]
  const steps = ['Método', 'Pago', 'Listo']
  if (purchase.byHand) steps.unshift('Números')
  if (confirmsAmount) steps.unshift('Monto')
  const close = () => {
    alive.current = false
    payment.here?.leave(flow)
    props.onClose()
  }
  const flow: Flow = { ...props, purchase, change, steps, alive, close }

  // Before anything is held there is nothing to go on with: the page behind says why.
  const ends = props.over && !purchase.hold && /amount|method/.test(purchase.step)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it ends.
  useEffect(() => {
    if (ends) close()
  }, [ends])

  if (purchase.step === 'amount') return <AmountStep flow={flow} />
  if (purchase.step === 'method') return <MethodStep flow={flow} load={paymentPart.load} />
  return payment.here ? (
    <payment.here.PaymentSteps flow={flow} />
  ) : (
    <WaitDialog title="Tu compra" failed={payment.failed} onRetry={payment.retry} onClose={close} />
  )
}

function begin({ page, raffle, quantity, mode }: PurchaseProps): Purchase {
  const byHand = mode === 'manual'
  return {
    step: hasOpenPurchase(raffle.id)
      ? 'reopen'
      : quantity < 1 && !byHand
        ? 'too-few'
        : VARIANTS[page].confirmsAmount
          ? 'amount'
          : byHand
            ? 'numbers'
            : 'method',
    ordered: quantity,
    byHand,
    numbers: [],
  }
}

function merge(before: Purchase, part: Partial<Purchase>): Purchase {
  return { ...before, ...part }
}
