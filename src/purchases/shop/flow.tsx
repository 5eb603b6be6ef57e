import { useEffect, useReducer, useRef } from 'react'
import { Button } from '#platform/web/button.tsx'
import { later, useLater } from '#platform/web/later.ts'
import { VARIANTS } from '../variants.ts'
import { hasLeftPurchase, hasOpenPurchase } from './open-purchase.ts'
import { MethodStep } from './payment/method-step.tsx'
import './parts.css'
import './steps.css'
import { Dialog } from '#platform/web/dialog.tsx'
import { amountTexts } from '#tickets/totals.ts'
import type { Flow, Purchase, PurchaseProps } from './purchase-state.ts'
import { WaitDialog } from './report/wait-dialog.tsx'
import { PageNotices, StepTrack, TermsNote } from './step-parts.tsx'

// A connection that dies in the middle of a purchase must not take the steps that come with it.
const paymentPart = later(() => import('./payment/payment-steps.tsx'))
paymentPart.load().catch(() => undefined)

/**
 * The whole purchase, from 'Comprar' to 'Pago enviado'. Mounted while it runs. It draws the steps before any ticket is held, and
 * leaves the rest to a part that is loaded meanwhile (docs/decisions/013-shop-pages.md).
 */
export default function PurchaseFlow(props: PurchaseProps) {
  const [purchase, change] = useReducer(merge, props, begin)
  const alive = useRef(true)
  const payment = useLater(paymentPart, true)
  const steps = ['Método', 'Pago', 'Listo']
  if (purchase.byHand) steps.unshift('Números')
  if (VARIANTS[props.page].confirmsAmount) steps.unshift('Monto')
  const close = () => {
    if (payment.here?.leave(flow) === false) return
    alive.current = false
    props.onClose()
  }
  const flow: Flow = { ...props, purchase, change, steps, alive, close }

  // Before anything is held there is nothing to continue: the page behind shows the reason.
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
    // Numbers that this phone holds would look like somebody else's: a buyer by hand goes on with them.
    step:
      hasOpenPurchase(raffle.id) || (byHand && hasLeftPurchase(raffle.id, true))
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

/** 'Verifica el monto antes de continuar': the price of one ticket, how many, and the total in both currencies. */
function AmountStep({ flow }: { flow: Flow }) {
  const { raffle, purchase, change } = flow
  const { ordered } = purchase
  const price = amountTexts(raffle, 1)
  const total = amountTexts(raffle, ordered)
  return (
    <Dialog
      title="Verifica el monto antes de continuar"
      onClose={flow.close}
      place={<StepTrack flow={flow} at="Monto" />}
      foot={
        <>
          <Button look="go" text="Continuar" onClick={() => change({ step: purchase.byHand ? 'numbers' : 'method' })} />
          <TermsNote>Al presionar Continuar aceptas los</TermsNote>
        </>
      }
    >
      <dl className="sums">
        <div>
          <dt>Precio por boleto</dt>
          <dd>
            <b>{price.own}</b>
            <span>{price.other}</span>
          </dd>
        </div>
        <div>
          <dt>Cantidad</dt>
          <dd>
            <b>{ordered} boletos</b>
          </dd>
        </div>
        <div>
          <dt>Total a pagar</dt>
          <dd>
            <b className="num">{total.own}</b>
            <span className="num">{total.other}</span>
          </dd>
        </div>
      </dl>
      <PageNotices />
    </Dialog>
  )
}
