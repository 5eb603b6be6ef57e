import { useCallback, useEffect, useRef, useState } from 'react'
import type { PaymentMethod, SalesPage } from '#payment-methods/contract.ts'
import { CallFailure } from '#platform/web/fetch-json.ts'
import type { RaffleAnswer } from '#raffles/contract.ts'
import type { SiteSettings } from '#site/contract.ts'
import { QUANTITY_MINIMUM_TEXT, QUANTITY_MINIMUM_TITLE } from '../messages.ts'
import { VARIANTS } from '../variants.ts'
import { AmountStep } from './amount-step.tsx'
import { DoneStep, type Sent } from './done-step.tsx'
import { forgetKept, keep, readKept, useDraft } from './draft.ts'
import './parts.css'
import './payment.css'
import './steps.css'
import { estimate, type Hold, refreshHold, releaseHold, resumeHold, takeHold } from './hold.ts'
import { ExpiredDialog, LeaveDialog, RefusalDialog } from './interruptions.tsx'
import { MethodStep } from './method-step.tsx'
import { owed } from './owed.ts'
import { PaymentStep } from './payment-step.tsx'
import type { Refusal } from './send-report.ts'

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
type Step = 'amount' | 'method' | 'payment' | 'expired' | 'done'

/** The whole purchase, from 'Comprar' to 'Pago enviado'. Mounted while it runs. */
export default function PurchaseFlow({ page, raffle, site, quantity, mode, onClose, onFinished }: Props) {
  const variant = VARIANTS[page]
  const steps = variant.confirmsAmount ? ['Monto', 'Método', 'Pago', 'Listo'] : ['Método', 'Pago', 'Listo']
  // The picker goes back to two once the purchase is reported, while this still says how many were bought.
  const [ordered] = useState(quantity)
  const [step, setStep] = useState<Step>(variant.confirmsAmount ? 'amount' : 'method')
  const [method, setMethod] = useState<PaymentMethod | null>(null)
  const [choosing, setChoosing] = useState<PaymentMethod | null>(null)
  const [hold, setHold] = useState<Hold | null>(null)
  const [late, setLate] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [leaving, setLeaving] = useState(false)
  const [draft, changeDraft] = useDraft(raffle.id)
  const [proof, setProof] = useState<File | null>(null)
  const [typed, setTyped] = useState(false)
  const [sent, setSent] = useState<Sent | null>(null)
  const [opener] = useState(() => document.activeElement)
  const alive = useRef(true)
  useEffect(() => {
    alive.current = true
    return () => {
      alive.current = false
      // A dialog that closes together with one above it cannot give the focus back itself.
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
    }
  }, [opener])

  /** Holds the tickets, unless going back left them held or a reload did, and opens the payment. */
  async function choose(chosen: PaymentMethod): Promise<void> {
    setChoosing(chosen)
    try {
      const token = readKept(raffle.id).hold
      const live =
        (hold && (await refreshHold(hold).catch(() => hold))) ??
        (token ? await resumeHold(token, raffle, ordered) : null)
      const taken = live ?? (await takeHold(raffle, ordered))
      if (!alive.current) return releaseHold(taken)
      keep(raffle.id, { hold: taken.token })
      setHold(taken)
      setLate(false)
      setMethod(chosen)
      setStep('payment')
    } catch (error) {
      const { status, body } = error instanceof CallFailure ? error : new CallFailure(0)
      setRefusal(
        status === 0
          ? { error: 'Sin conexión', details: 'No pudimos apartar tus boletos. Revisa tu conexión e intenta de nuevo.' }
          : body,
      )
    } finally {
      setChoosing(null)
    }
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

  if (ordered < 1) {
    const refusal = { error: QUANTITY_MINIMUM_TITLE, details: QUANTITY_MINIMUM_TEXT }
    return <RefusalDialog refusal={refusal} onClose={onClose} />
  }
  const back = () => setStep('method')
  switch (step) {
    case 'amount':
      return <AmountStep raffle={raffle} quantity={ordered} steps={steps} onContinue={back} onClose={close} />
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
            onBack={variant.confirmsAmount ? () => setStep('amount') : undefined}
            onClose={close}
          />
          {refusal && <RefusalDialog refusal={refusal} onClose={() => setRefusal(null)} />}
        </>
      )
    case 'payment':
      if (!hold || !method) return null
      return (
        <>
          <PaymentStep
            raffle={raffle}
            site={site}
            method={method}
            hold={hold}
            late={late}
            byHand={mode === 'manual'}
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
            onAccepted={(answer) => {
              forgetKept(raffle.id)
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
          {leaving && <LeaveDialog quantity={ordered} late={late} onStay={() => setLeaving(false)} onLeave={close} />}
        </>
      )
    case 'expired':
      return (
        <ExpiredDialog
          quantity={ordered}
          onAgain={() => {
            setHold(null)
            back()
          }}
          onPaid={() => {
            setLate(true)
            setStep('payment')
          }}
          onClose={onClose}
        />
      )
    case 'done':
      return sent && <DoneStep sent={sent} steps={steps} onClose={close} />
  }
}
