import { type SubmitEvent, useCallback, useEffect, useRef, useState } from 'react'
import { byMail } from '#mail/mail-leaves.ts'
import { Button } from '#platform/web/button.tsx'
import { Dialog } from '#platform/web/dialog.tsx'
import { focusFirst } from '#platform/web/field.tsx'
import { Icon } from '#platform/web/icon.tsx'
import type { Quote } from '#tickets/contract.ts'
import { HOLD_SECONDS } from '#tickets/quantity.ts'
import { forgetPicks } from '#tickets/shop/picks.ts'
import type { PurchaseAnswer } from '../../contract.ts'
import { PROOF_REQUIRED } from '../../messages.ts'
import { isOfBank, type PayerField, type PersonField } from '../../rules.ts'
import { type Asking, AskingDialog, Unheld } from '../dialogs/interruptions.tsx'
import { DateField, isPaymentDay } from '../form/date-field.tsx'
import {
  checkForm,
  type Errors,
  inDoubt,
  isTyped,
  keep,
  keepReported,
  readKept,
  rejudge,
  useDraft,
} from '../form/draft.ts'
import { MailHint, OwnDataNote } from '../form/field-notes.tsx'
import { followProof } from '../form/kept-proof.ts'
import { PayerPart } from '../form/payer-part.tsx'
import { PersonFields } from '../form/person-fields.tsx'
import { ProofField } from '../form/proof-field.tsx'
import { askServerDay, serverDay } from '../form/server-day.ts'
import { CountdownLine, MoreTime, secondsLeft } from '../hold/countdown-line.tsx'
import { findReported, refreshHold } from '../hold/hold.ts'
import { goneNumbers } from '../hold/hold-tickets.ts'
import type { Draft, Flow, Hold, Sent } from '../purchase-state.ts'
import { OutcomeDialog } from '../report/outcome-dialog.tsx'
import { ProcessingDialog } from '../report/processing-dialog.tsx'
import type { Problem } from '../report/send-report.ts'
import { useReport } from '../report/use-report.ts'
import { StepTrack } from '../step-parts.tsx'
import { MethodCheck } from './method-check.ts'
import { estimate, owed } from './owed.ts'
import { PaymentData, useInView } from './payment-data.tsx'

/** Pay and report: countdown, exact amount, data to copy, and the form 'Ingresa tus Datos'. */
export function PaymentStep({ flow }: { flow: Flow }) {
  const { raffle, site, purchase, change, alive } = flow
  const { hold, method, late = false, proof = null, byHand, ordered, leaving = false } = purchase
  const [today, setToday] = useState(serverDay)
  const [draft, changeDraft] = useDraft(raffle.id)
  const fecha = today && isPaymentDay(draft.fecha, today) ? draft.fecha : ''
  const form = useRef<HTMLFormElement>(null)
  const [amountAt, amountSeen] = useInView()
  const [errors, setErrors] = useState<Errors>({})
  const [problem, setProblem] = useState<Problem | null>(null)
  const [asking, setAsking] = useState<Asking | null>(null)
  const [several, setSeveral] = useState<readonly string[]>([])
  const [closed, setClosed] = useState(false)
  const { progress, send } = useReport()
  // Once this dialog is open: the question opens above it.
  useEffect(() => {
    if (leaving) setAsking('leave')
  }, [leaving])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other values of the flow change nothing.
  useEffect(() => {
    if (hold?.token) keep(raffle.id, { until: Date.now() + secondsLeft(hold) * 1000 })
    followProof(flow)
  }, [hold, proof])
  const resync = useCallback(() => {
    if (!hold) return
    refreshHold(hold, raffle).then(
      // An expired hold is a countdown at zero, which is handled where the countdown is.
      (fresh) => alive.current && change({ hold: fresh ?? { ...hold, seconds: 0, renewable: false } }),
      () => undefined,
    )
  }, [hold, raffle, change, alive])
  const expire = useCallback(async () => {
    // Another tab, or a sending whose answer was lost, may have reported these tickets.
    const reported = await findReported(hold?.token).catch(() => null)
    if (!alive.current) return
    if (reported) return finish({ raffle, change }, { answer: reported, quantity: reported.cantidad_tickets })
    if (inDoubt(raffle.id)) {
      // The tickets may be waiting for the review: sending again tells.
      change({ late: true })
      return setProblem({ kind: 'lost' })
    }
    keep(raffle.id, { hold: null })
    change({ step: 'expired' })
  }, [hold, raffle, change, alive])
  if (!hold || !method) return null
  const amount = owed(method, hold.quote)

  /** Shows the messages and leads to the first field that has one. */
  function show(found: Errors): void {
    setErrors(found)
    focusFirst(form.current, found)
  }

  async function report(held: Hold): Promise<void> {
    setProblem(null)
    const found: Errors = checkForm(draft, method?.tipo ?? null)
    if (!proof || !method) return show({ ...found, comprobante: PROOF_REQUIRED })
    if (Object.keys(found).length > 0) return show(found)
    const sentWith = (answer: Partial<PurchaseAnswer>): Sent => ({
      answer,
      quantity: ordered,
      amount: owed(method, held.quote)?.text ?? '',
      reference: draft.referencia,
      mail: draft.correo,
      person: draft,
    })
    // A host of the specification alone may want the day; ours knows it better than any phone.
    const day = fecha || (held.token === null ? ((await askServerDay()) ?? '') : '')
    const outcome = await send({ raffle, site, method, hold: held, draft, proof, fecha: day, byHand }, (answer) =>
      keep(raffle.id, { sent: sentWith(answer) }),
    )
    if (outcome.kind !== 'accepted') return setProblem(outcome)
    finish(flow, sentWith(outcome.answer))
  }

  function changeField(part: Partial<Draft>): void {
    changeDraft(part)
    setErrors((before) => rejudge(before, { ...draft, ...part }, method?.tipo ?? null))
  }

  function leaveField(field: PersonField | PayerField): void {
    if (draft[field] === '') return
    setErrors((before) => rejudge({ ...before, [field]: before[field] ?? '' }, draft, method?.tipo ?? null))
  }

  /** Continues with the amount that the server wants now. */
  function requote(quote: Quote): Hold {
    const requoted = { ...(hold as Hold), quote }
    change({ hold: requoted })
    return requoted
  }

  function sayOfMethod(what: 'moved' | 'closed'): void {
    setAsking(what)
    setClosed(what === 'closed')
  }

  /** Enough was done that a stray press must not give the tickets back. */
  const begun = () =>
    proof || isTyped(draft) || readKept(raffle.id).copied?.[0] || secondsLeft(hold) < HOLD_SECONDS - 60
  return (
    <Dialog
      title={`Paga por ${method.titulo} y reporta tu pago`}
      titleHidden
      size="wide"
      onClose={() => (begun() ? setAsking('leave') : flow.close())}
      onBack={() => change({ step: 'method', leaving: false })}
      place={<StepTrack flow={flow} at="Pago" name={method.titulo} />}
      line={
        late ? (
          <p className="late">
            <Icon name="clock" small />
            El tiempo terminó: reporta el pago que ya hiciste.
          </p>
        ) : (
          <CountdownLine
            hold={hold}
            amount={amountSeen ? '' : (amount?.text ?? '')}
            paused={progress !== null || problem !== null}
            resync={resync}
            onExpired={expire}
            more={<MoreTime hold={hold} onRenewed={(renewed) => change({ hold: renewed })} />}
          />
        )
      }
    >
      <MethodCheck flow={flow} say={sayOfMethod} />
      {hold.unheld && !late && <Unheld />}
      <div className="payment">
        {amount && (
          <PaymentData
            method={closed ? null : method}
            quote={hold.quote}
            amount={amount}
            told={owed(method, { ...estimate(raffle, ordered), centimos: hold.quote.centimos })?.text}
            at={amountAt}
            exact={raffle.centimos_unicos === true}
            site={site}
            late={late}
            raffleId={raffle.id}
          />
        )}
        <form
          ref={form}
          className="form"
          noValidate
          aria-labelledby="ingresa-tus-datos"
          onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
            event.preventDefault()
            report(hold)
          }}
        >
          <h3 id="ingresa-tus-datos">Ingresa tus Datos</h3>
          <OwnDataNote onForget={changeDraft} />
          <PersonFields
            draft={draft}
            mailHint={<MailHint mail={draft.correo} onUse={(correo) => changeDraft({ correo })} />}
            errors={errors}
            onChange={changeField}
            onLeave={leaveField}
            onAsk={(what, found) => {
              setSeveral(found)
              setAsking(what)
            }}
          />
          {isOfBank(method.tipo) && (
            <PayerPart payer={draft} errors={errors} onChange={changeField} onLeave={leaveField} />
          )}
          <DateField
            today={today}
            value={fecha}
            onOpen={() => askServerDay().then(setToday)}
            onChange={(day) => changeDraft({ fecha: day === today ? '' : day })}
          />
          <ProofField
            file={proof}
            error={errors.comprobante}
            onChange={(file, refusal) => {
              change({ proof: file })
              setErrors(({ comprobante: _, ...others }) => (refusal ? { ...others, comprobante: refusal } : others))
            }}
          />
          <button type="submit" className="btn btn-go">
            Confirmar Compra
          </button>
          <AfterReport onPrivacy={() => setAsking('privacy')} />
        </form>
      </div>
      {progress !== null && (
        <ProcessingDialog progress={progress} bytes={proof?.size ?? 0} quantity={hold.token ? ordered : 0} />
      )}
      {asking && (
        <AskingDialog
          what={asking}
          flow={flow}
          kept={late || !hold.token || inDoubt(raffle.id)}
          found={several}
          onChoose={(referencia) => {
            changeDraft({ referencia })
            setErrors((before) => rejudge(before, { ...draft, referencia }, method.tipo))
            setAsking(null)
          }}
          onClose={() => setAsking(null)}
        />
      )}
      {problem && (
        <OutcomeDialog
          problem={problem}
          method={method}
          site={site}
          late={late}
          gone={problem.kind === 'refused' ? goneNumbers(problem.body, byHand ? hold.numbers : null) : null}
          onPickAgain={(taken) => change({ step: 'numbers', taken })}
          onClose={(found) => {
            setProblem(null)
            if (problem.kind === 'quote') requote(problem.quote)
            if (found) show(found)
          }}
          onRetry={() => report(problem.kind === 'quote' ? requote(problem.quote) : hold)}
        />
      )}
    </Dialog>
  )
}

/** The report arrived: what the tab keeps of it is that. */
export function finish({ raffle, change }: Pick<Flow, 'raffle' | 'change'>, sent: Sent): void {
  keepReported(raffle.id, sent)
  forgetPicks(raffle.id)
  change({ step: 'done', ordered: sent.quantity, sent })
}

/** The steps after the report, and how the typed data are cared for. */
function AfterReport({ onPrivacy }: { onPrivacy: () => void }) {
  return (
    <div className="small centred">
      {byMail(
        'Revisamos tu pago y te enviamos tus números por correo. Si no los ves, revisa tu spam.',
        'Revisamos tu pago. Guarda el enlace que te damos al enviarlo: ahí, y con tu cédula, ves tus números.',
      )}{' '}
      <Button look="link" text="Cómo cuidamos tus datos" onClick={onPrivacy} />
    </div>
  )
}
