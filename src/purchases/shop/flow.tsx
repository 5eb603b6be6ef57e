import { useCallback, useEffect, useRef, useState } from 'react'
import type { PaymentMethod, SalesPage } from '#payment-methods/contract.ts'
import { CallFailure } from '#platform/web/fetch-json.ts'
import { later, useLater } from '#platform/web/later.ts'
import type { RaffleAnswer } from '#raffles/contract.ts'
import type { SiteSettings } from '#site/contract.ts'
import { forgetPicks, readPicks } from '#tickets/shop/picks.ts'
import { QUANTITY_MINIMUM_TEXT, QUANTITY_MINIMUM_TITLE } from '../messages.ts'
import { VARIANTS } from '../variants.ts'
import { AmountStep } from './amount-step.tsx'
import type { Sent } from './done-step.tsx'
import { forgetKept, keep, readKept, useDraft } from './draft.ts'
import './parts.css'
import './steps.css'
import { estimate, type Hold, refreshHold, releaseHold, takeHold } from './hold.ts'
import { MethodStep } from './method-step.tsx'
import { owed } from './owed.ts'
import { RefusalDialog } from './refusal-dialog.tsx'
import { reopen } from './reopen.ts'
import type { Refusal } from './send-report.ts'
import { StepTrack } from './step-track.tsx'
import { WaitDialog } from './wait-dialog.tsx'

interface Props {
  page: SalesPage
  raffle: RaffleAnswer
  site: SiteSettings
  quantity: number
  mode: 'automatica' | 'manual'
  onClose: () => void
  /** The purchase was reported: the page may start anew. */
  onFinished: () => void
}

/** Where the visitor is. Each has exactly one dialog. */
type Step = 'reopen' | 'amount' | 'numbers' | 'method' | 'payment' | 'expired' | 'done'

const numbersPart = later(() => import('#tickets/shop/grid/numbers-step.tsx'))
const paymentPart = later(() => import('./payment.tsx'))
// A connection that dies in the middle of a purchase must not take the steps that come with it.
paymentPart.load().catch(() => undefined)

const NO_CONNECTION = 'Sin conexión'

/** The whole purchase, from 'Comprar' to 'Pago enviado'. Mounted while it runs. */
export default function PurchaseFlow({ page, raffle, site, quantity, mode, onClose, onFinished }: Props) {
  const variant = VARIANTS[page]
  const [kept] = useState(() => readKept(raffle.id))
  const [byHand, setByHand] = useState(mode === 'manual')
  // The picker goes back to two once the purchase is reported, while this still says how many were bought.
  const [ordered, setOrdered] = useState(quantity)
  const afterAmount: Step = byHand ? 'numbers' : 'method'
  const [step, setStep] = useState<Step>(kept.hold ? 'reopen' : variant.confirmsAmount ? 'amount' : afterAmount)
  const steps = [
    ...(variant.confirmsAmount ? ['Monto'] : []),
    ...(byHand ? ['Números'] : []),
    'Método',
    'Pago',
    'Listo',
  ]
  const [numbers, setNumbers] = useState<string[]>([])
  const [taken, setTaken] = useState<string[]>([])
  const [method, setMethod] = useState<PaymentMethod | null>(null)
  const [choosing, setChoosing] = useState<PaymentMethod | null>(null)
  const [hold, setHold] = useState<Hold | null>(null)
  const [late, setLate] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [unreached, setUnreached] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const [draft, changeDraft] = useDraft(raffle.id)
  const [proof, setProof] = useState<File | null>(null)
  const [typed, setTyped] = useState(false)
  const [sent, setSent] = useState<Sent | null>(null)
  const [opener] = useState(() => document.activeElement)
  const alive = useRef(true)
  const grid = useLater(numbersPart, byHand)
  const payment = useLater(paymentPart, step !== 'amount')
  useEffect(() => {
    alive.current = true
    return () => {
      alive.current = false
      // A dialog that closes together with one above it cannot give the focus back itself.
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
    }
  }, [opener])

  /** Goes back to where the tab was left: with the tickets if they are still held, else to what zero means. */
  const resume = useCallback(async () => {
    setUnreached(false)
    try {
      const left = await reopen(page, raffle, kept)
      if (!alive.current) return
      if (left === null) {
        keep(raffle.id, { hold: null })
        return setStep(variant.confirmsAmount ? 'amount' : 'method')
      }
      setByHand(left.byHand)
      setMethod(left.method)
      setOrdered(left.hold?.quote.cantidad_tickets ?? kept.quantity ?? quantity)
      setNumbers(left.hold?.numbers ?? readPicks(raffle.id))
      setHold(left.hold)
      setStep(left.hold ? 'payment' : 'expired')
      if (!left.hold) keep(raffle.id, { hold: null })
    } catch {
      setUnreached(true)
    }
  }, [page, raffle, kept, quantity, variant])
  useEffect(() => {
    if (kept.hold) resume()
  }, [kept, resume])

  /** Holds the tickets, unless going back left them held, and opens the payment. */
  async function choose(chosen: PaymentMethod): Promise<void> {
    setChoosing(chosen)
    try {
      const live = hold && (await refreshHold(hold).catch(() => hold))
      const held = live ?? (await takeHold(raffle, ordered, byHand ? numbers : null))
      if (!alive.current) return releaseHold(held)
      keep(raffle.id, { hold: held.token, method: chosen.id, quantity: ordered, byHand })
      setHold(held)
      setLate(false)
      setMethod(chosen)
      setStep('payment')
    } catch (error) {
      const { status, body } = error instanceof CallFailure ? error : new CallFailure(0)
      if (byHand && body.numeros) return pickAgain(body.numeros)
      setRefusal(
        status === 0
          ? { error: NO_CONNECTION, details: 'No pudimos apartar tus boletos. Revisa tu conexión e intenta de nuevo.' }
          : body,
      )
    } finally {
      setChoosing(null)
    }
  }

  /** Somebody else has these: back to the grid, which names them and offers others. */
  function pickAgain(gone: string[]): void {
    setTaken(gone)
    setHold(null)
    setStep('numbers')
  }

  function confirmNumbers(picked: string[]): void {
    setNumbers(picked)
    setTaken([])
    if (hold && picked.join() !== hold.numbers.join()) {
      keep(raffle.id, { hold: null })
      releaseHold(hold)
      setHold(null)
    }
    setStep('method')
  }

  const expire = useCallback(() => {
    keep(raffle.id, { hold: null })
    setLeaving(false)
    setStep('expired')
  }, [raffle.id])

  const resync = useCallback(() => {
    if (!hold) return
    refreshHold(hold).then(
      // One that is over is a countdown at zero: what zero means is decided where the countdown is.
      (fresh) => setHold(fresh ?? { ...hold, seconds: 0, renewable: false }),
      () => undefined,
    )
  }, [hold])

  function close(): void {
    if (step === 'done') onFinished()
    else if (hold && !late) {
      keep(raffle.id, { hold: null })
      releaseHold(hold)
    }
    onClose()
  }

  if (ordered < 1 && !byHand) {
    const tooFew = { error: QUANTITY_MINIMUM_TITLE, details: QUANTITY_MINIMUM_TEXT }
    return <RefusalDialog refusal={tooFew} onClose={onClose} />
  }
  const back = () => setStep('method')
  const toAmount = variant.confirmsAmount ? () => setStep('amount') : undefined
  const Payment = payment.here
  const waiting = (
    <WaitDialog
      title="Tu compra"
      failure="No pudimos cargar este paso. Revisa tu conexión: no se perdió nada."
      failed={payment.failed}
      onRetry={payment.retry}
      onClose={close}
    />
  )
  switch (step) {
    case 'reopen':
      return (
        <WaitDialog
          title="Volviendo a tu compra"
          failure="No hay conexión. Tus boletos siguen apartados hasta que termine su tiempo."
          failed={unreached}
          onRetry={resume}
          onClose={onClose}
        />
      )
    case 'amount':
      return (
        <AmountStep
          raffle={raffle}
          quantity={ordered}
          steps={steps}
          onContinue={() => setStep(afterAmount)}
          onClose={close}
        />
      )
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
          head={(name) => <StepTrack steps={steps} current={steps.indexOf('Números')} name={name} />}
          mine={hold?.numbers ?? []}
          taken={taken}
          onConfirm={confirmNumbers}
          onBack={toAmount}
          onCancel={close}
        />
      )
    }
    case 'method':
      return (
        <>
          <MethodStep
            page={page}
            quote={hold?.quote ?? estimate(raffle, ordered)}
            held={hold !== null}
            steps={steps}
            choosing={choosing}
            onChoose={choose}
            onBack={byHand ? () => setStep('numbers') : toAmount}
            onClose={close}
          />
          {refusal && <RefusalDialog refusal={refusal} onClose={() => setRefusal(null)} />}
        </>
      )
    case 'payment':
      if (!hold || !method) return null
      if (!Payment) return waiting
      return (
        <>
          <Payment.PaymentStep
            raffle={raffle}
            site={site}
            method={method}
            hold={hold}
            late={late}
            byHand={byHand}
            steps={steps}
            draft={draft}
            proof={proof}
            onDraft={(change) => {
              setTyped(true)
              changeDraft(change)
            }}
            onProof={setProof}
            onHold={setHold}
            resync={resync}
            onExpired={expire}
            onBack={back}
            onClose={() => (typed || proof ? setLeaving(true) : close())}
            onPickAgain={pickAgain}
            onAccepted={(answer) => {
              forgetKept(raffle.id)
              forgetPicks(raffle.id)
              setSent({
                answer,
                quantity: ordered,
                amount: owed(method, hold.quote)?.text ?? '',
                reference: draft.referencia,
                mail: draft.correo,
              })
              setStep('done')
            }}
          />
          {leaving && (
            <Payment.LeaveDialog quantity={ordered} late={late} onStay={() => setLeaving(false)} onLeave={close} />
          )}
        </>
      )
    case 'expired':
      if (!Payment) return waiting
      return (
        <Payment.ExpiredDialog
          quantity={ordered}
          onAgain={() => {
            setHold(null)
            setStep(afterAmount)
          }}
          onPaid={() => {
            setLate(true)
            // After a reload nothing is known of the hold but that it is over: the report takes what it needs.
            if (!hold) setHold(lateHold(raffle, ordered, numbers))
            if (method) setStep('payment')
            else back()
          }}
          onClose={onClose}
        />
      )
    case 'done':
      if (!Payment) return waiting
      return sent && <Payment.DoneStep sent={sent} steps={steps} onClose={close} />
  }
}

/** Stands for tickets that are no longer held, so that a late payment can be reported. */
function lateHold(raffle: RaffleAnswer, quantity: number, numbers: string[]): Hold {
  return { token: null, numbers, quote: estimate(raffle, quantity), renewable: false, seconds: 0, since: 0 }
}
