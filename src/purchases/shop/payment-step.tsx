import { type SubmitEvent, useRef, useState } from 'react'
import type { PaymentMethod } from '#payment-methods/contract.ts'
import { type CalendarDate, dayInCaracas, type Instant } from '#platform/clock.ts'
import { Dialog } from '#platform/web/dialog.tsx'
import { Icon } from '#platform/web/icon.tsx'
import type { RaffleAnswer } from '#raffles/contract.ts'
import type { SiteSettings } from '#site/contract.ts'
import type { Quote } from '#tickets/contract.ts'
import { normaliseCedula } from '../cedula.ts'
import type { PurchaseAnswer } from '../contract.ts'
import { failureDialog } from '../failure-dialog.ts'
import { PROOF_REQUIRED } from '../messages.ts'
import { checkPurchase, type PersonField } from '../rules.ts'
import { CountdownLine } from './countdown-line.tsx'
import { DateField } from './date-field.tsx'
import type { Draft } from './draft.ts'
import type { Hold } from './hold.ts'
import { OutcomeDialog, type Problem } from './outcome-dialog.tsx'
import { owed } from './owed.ts'
import { PaymentData } from './payment-data.tsx'
import { type Errors, PersonFields } from './person-fields.tsx'
import { ProcessingDialog } from './processing-dialog.tsx'
import { ProofField } from './proof-field.tsx'
import type { Refusal } from './send-report.ts'
import { StepTrack } from './step-track.tsx'
import { PrivacyLink } from './terms-link.tsx'
import { useReport } from './use-report.ts'

interface Props {
  raffle: RaffleAnswer
  site: SiteSettings
  method: PaymentMethod
  hold: Hold
  /** The countdown is over and the visitor says that he had paid before. */
  late: boolean
  byHand: boolean
  steps: readonly string[]
  draft: Draft
  proof: File | null
  onDraft: (change: Partial<Draft>) => void
  onProof: (file: File | null) => void
  onHold: (hold: Hold) => void
  resync: () => void
  onExpired: () => void
  onBack: () => void
  onClose: () => void
  /** Numbers of a late report that somebody else has now. */
  onPickAgain: (gone: string[]) => void
  onAccepted: (answer: Partial<PurchaseAnswer>) => void
}

/** Pay and report: countdown, exact amount, data to copy, and the form 'Ingresa tus Datos'. */
export function PaymentStep(props: Props) {
  const { raffle, site, method, hold, late, draft, proof } = props
  const today = dayInCaracas(Date.now() as Instant)
  const fecha = draft.fecha || today
  const amount = owed(method, hold.quote)
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Errors>({})
  const [problem, setProblem] = useState<Problem | null>(null)
  const { progress, send } = useReport()

  /** Shows the messages and leads to the first field that has one. */
  function show(found: Errors): void {
    setErrors(found)
    const first = Object.keys(found)[0]
    const control = first && form.current?.querySelector<HTMLElement>(`[name="${first}"]`)
    if (control) requestAnimationFrame(() => control.focus())
  }

  function change(part: Partial<Draft>): void {
    props.onDraft(part)
    setErrors((before) => judged(before, { ...draft, ...part }, today))
  }

  function leave(field: PersonField): void {
    if (draft[field] !== '') setErrors((before) => judged({ ...before, [field]: before[field] ?? '' }, draft, today))
  }

  async function report(quote: Quote = hold.quote): Promise<void> {
    setProblem(null)
    const found: Errors = check(draft, fecha, today)
    if (proof === null) return show({ ...found, comprobante: PROOF_REQUIRED })
    if (Object.keys(found).length > 0) return show(found)
    const outcome = await send({
      raffle,
      site,
      method,
      hold: { ...hold, quote },
      draft,
      proof,
      fecha,
      byHand: props.byHand,
    })
    if (outcome.kind === 'accepted') return props.onAccepted(outcome.answer)
    if (outcome.kind === 'lost') return setProblem(outcome)
    const { body } = outcome
    if (body.code === 'COTIZACION_CAMBIO' && body.cotizacion)
      return setProblem({ kind: 'quote', quote: body.cotizacion })
    setProblem(outcome)
  }

  return (
    <Dialog
      title={`Paga por ${method.titulo} y reporta tu pago`}
      titleHidden
      size="wide"
      onClose={props.onClose}
      onBack={props.onBack}
      place={<StepTrack steps={props.steps} current={props.steps.indexOf('Pago')} name={method.titulo} />}
      line={
        late ? (
          <p className="late">
            <Icon name="clock" small />
            El tiempo terminó: reporta el pago que ya hiciste.
          </p>
        ) : (
          <CountdownLine
            hold={hold}
            paused={progress !== null || problem !== null}
            resync={props.resync}
            onRenewed={props.onHold}
            onExpired={props.onExpired}
          />
        )
      }
    >
      <div className="payment">
        {amount && <PaymentData method={method} quote={hold.quote} amount={amount} site={site} late={late} />}
        <form
          ref={form}
          className="form"
          noValidate
          aria-labelledby="ingresa-tus-datos"
          onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
            event.preventDefault()
            report()
          }}
        >
          <h3 id="ingresa-tus-datos">Ingresa tus Datos</h3>
          <PersonFields draft={draft} errors={errors} onChange={change} onLeave={leave} />
          <DateField
            today={today}
            value={draft.fecha}
            onChange={(day) => change({ fecha: day === today ? '' : day })}
          />
          <ProofField
            file={proof}
            error={errors.comprobante}
            onChange={(file, refusal) => {
              props.onProof(file)
              setErrors(({ comprobante: _, ...others }) => (refusal ? { ...others, comprobante: refusal } : others))
            }}
          />
          <button type="submit" className="btn btn-go">
            Confirmar Compra
          </button>
          <div className="small centred">
            Un operador revisa tu pago. Tus números llegan por correo al confirmarlo. <PrivacyLink site={site} />
          </div>
        </form>
      </div>
      {progress !== null && <ProcessingDialog progress={progress} />}
      {problem && (
        <OutcomeDialog
          problem={problem}
          method={method}
          site={site}
          late={late}
          onPickAgain={props.onPickAgain}
          onClose={() => {
            setProblem(null)
            if (problem.kind === 'quote') props.onHold({ ...hold, quote: problem.quote })
            if (problem.kind === 'refused') show(refusedFields(problem.body))
          }}
          onRetry={(quote) => {
            if (quote) props.onHold({ ...hold, quote })
            report(quote)
          }}
        />
      )}
    </Dialog>
  )
}

/** The fields that the server found wrong, each with its message. */
function refusedFields(body: Refusal): Errors {
  if (body.campos) return body.campos
  const { field, text } = failureDialog(body)
  return field ? { [field]: text } : {}
}

function check(draft: Draft, fecha: string, today: CalendarDate): Errors {
  // A company's letter is not part of what normalises: the rule says what is wrong with it.
  const cedula = normaliseCedula(draft.cedula, draft.prefijo) ?? draft.cedula
  return checkPurchase({ ...draft, cedula, fecha }, { today })
}

/** The messages again, of the fields that have one: a correction takes it away at once, and no other field gets one. */
function judged(before: Errors, draft: Draft, today: CalendarDate): Errors {
  const found = check(draft, draft.fecha || today, today)
  const kept: Errors = before.comprobante ? { comprobante: before.comprobante } : {}
  for (const field of Object.keys(before) as PersonField[]) {
    const message = found[field]
    if (message) kept[field] = message
  }
  return kept
}
