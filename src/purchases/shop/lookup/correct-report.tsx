import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { dayInCaracas, type Instant } from '#platform/clock.ts'
import { Button } from '#platform/web/button.tsx'
import { focusFirst, TextField } from '#platform/web/field.tsx'
import type { OwnPurchase } from '../../contract.ts'
import { findReferences, isMessage, tidyReference } from '../../find-references.ts'
import { checkPayer, checkReference, isOfBank, NO_PAYER, type PayerFields, saidOfPayer } from '../../rules.ts'
import { MessageDialog, RefusalDialog } from '../dialogs/message-dialog.tsx'
import { DateField } from '../form/date-field.tsx'
import { PayerPart } from '../form/payer-part.tsx'
import { ProofField } from '../form/proof-field.tsx'
import { ProcessingDialog } from '../report/processing-dialog.tsx'
import { type Refusal, sendForm } from '../report/send-report.ts'
import '../steps.css'
import { askOwnPurchase } from './use-own-purchase.ts'

const NOT_ONE_REFERENCE = 'Copia solo el número de referencia: en ese texto no se distingue.'
const NOTHING_CHANGED = 'Cambia la referencia, la fecha, quién pagó o el comprobante antes de enviar.'

interface Props {
  purchase: OwnPurchase
  secret: string
  /** Milliseconds that the server's clock is ahead of this device's. */
  ahead: number
  onSent: (purchase: OwnPurchase) => void
  onCancel: () => void
}

/** The form: a day and a proof where others are given than before. */
interface Typed extends PayerFields {
  referencia: string
  fecha: string
  comprobante: File | null
}

type Errors = Partial<Record<keyof Typed, string | undefined>>

type Problem = { kind: 'lost' } | { kind: 'refused'; body: Refusal }

/** 'Corregir y enviar de nuevo': reference, day, payer or proof. Untouched fields stay as they were reported. */
export function CorrectReport({ purchase, secret, ahead, onSent, onCancel }: Props) {
  // A phone's clock may be wrong: `ahead` is its difference to the server's, which came with the purchase.
  const today = dayInCaracas((Date.now() + ahead) as Instant)
  const [typed, setTyped] = useState<Typed>({
    ...NO_PAYER,
    referencia: purchase.referencia,
    fecha: '',
    comprobante: null,
  })
  /** The buyer named another payer before, and now none. */
  const [own, setOwn] = useState(false)
  const [errors, setErrors] = useState<Errors>({})
  const [unchanged, setUnchanged] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => heading.current?.focus(), [])

  /** Shows the messages and leads to the first field that has one. */
  function show(found: Errors): void {
    setErrors(found)
    focusFirst(form.current, found)
  }

  async function send(): Promise<void> {
    setProblem(null)
    const { referencia, comprobante } = typed
    const refused = checkReference(referencia, purchase.metodo_pago)
    const found: Errors = { ...(refused !== null && { referencia: refused }), ...checkPayer(typed) }
    if (Object.keys(found).length > 0) return show(found)
    // The day is a change as soon as its field is open: the one that it shows may be meant.
    const day = form.current?.querySelector<HTMLSelectElement>('[name=fecha]')?.value ?? ''
    const changes: Record<string, string> = {
      ...(referencia.trim() !== purchase.referencia && { referencia: referencia.trim() }),
      ...(day !== '' && { fecha: day }),
      ...(own && NO_PAYER),
      ...saidOfPayer(typed),
    }
    if (Object.keys(changes).length === 0 && comprobante === null) return setUnchanged(true)
    setProgress(0)
    const outcome = await sendCorrection(purchase, secret, { changes, comprobante }, setProgress)
    setProgress(null)
    if (outcome.kind === 'accepted') onSent(outcome.answer)
    else setProblem(outcome)
  }

  /** The error of a changed field goes: it may be right now. */
  function change(part: Partial<Typed>, error?: string): void {
    setUnchanged(false)
    setTyped((before) => ({ ...before, ...part }))
    setErrors((before) => ({ ...before, ...Object.fromEntries(Object.keys(part).map((field) => [field, error])) }))
  }

  return (
    <form
      ref={form}
      className="own-correct"
      noValidate
      aria-labelledby="corregir"
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        send()
      }}
    >
      <h2 id="corregir" ref={heading} tabIndex={-1}>
        Corrige tu reporte
      </h2>
      <TextField
        name="referencia"
        label="Referencia del pago"
        error={errors.referencia}
        value={typed.referencia}
        required
        autoComplete="off"
        onChange={(event) => change({ referencia: event.target.value })}
        onBlur={() => setTyped({ ...typed, referencia: tidyReference(typed.referencia) })}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text')
          if (!isMessage(text.trim())) return
          event.preventDefault()
          const [only, ...others] = findReferences(text)
          if (only !== undefined && others.length === 0) change({ referencia: only })
          else change({ referencia: typed.referencia }, NOT_ONE_REFERENCE)
        }}
      />
      <DateField today={today} value={typed.fecha} ask="¿Otra fecha de pago?" onChange={(fecha) => change({ fecha })} />
      {isOfBank(purchase.metodo_pago) && (
        <>
          {purchase.otro_pagador && (
            <p className="small">Dijiste que pagó otra persona. Lo que no cambies queda igual.</p>
          )}
          <PayerPart
            payer={typed}
            errors={errors}
            onChange={change}
            onOwn={() => setOwn(purchase.otro_pagador === true)}
          />
        </>
      )}
      <ProofField
        file={typed.comprobante}
        error={errors.comprobante}
        onChange={(comprobante, refusal) => change({ comprobante }, refusal)}
      />
      <p className="small">Si no eliges otro comprobante, dejamos el que ya enviaste.</p>
      {unchanged && (
        <p className="own-failure" role="alert">
          {NOTHING_CHANGED}
        </p>
      )}
      <button type="submit" className="btn btn-go">
        Enviar de nuevo
      </button>
      <Button text="Cancelar" onClick={onCancel} />
      {progress !== null && <ProcessingDialog progress={progress} />}
      {problem?.kind === 'refused' && (
        <RefusalDialog
          refusal={problem.body}
          onClose={() => {
            setProblem(null)
            show(problem.body.campos ?? {})
          }}
        />
      )}
      {problem?.kind === 'lost' && (
        <MessageDialog
          icon="offline"
          tone="danger"
          title="Se cortó la conexión"
          onClose={() => setProblem(null)}
          ways={[
            ['Reintentar', send],
            ['Volver al formulario', () => setProblem(null)],
          ]}
        >
          <p>Lo que cambiaste sigue aquí. Si ya nos llegó, reintentar no lo duplica.</p>
        </MessageDialog>
      )}
    </form>
  )
}

/**
 * Sends the correction of a purchase. Sent again, it is the same: where its answer was lost, the purchase says whether it arrived.
 * @param onProgress gets the part that is sent, 0 to 1.
 */
async function sendCorrection(
  purchase: OwnPurchase,
  secret: string,
  { changes, comprobante }: { changes: Record<string, string>; comprobante: File | null },
  onProgress: (part: number) => void,
): Promise<{ kind: 'accepted'; answer: OwnPurchase } | Problem> {
  const form = new FormData()
  form.append('secreto', secret)
  for (const [field, value] of Object.entries(changes)) form.append(field, value)
  if (comprobante) form.append('comprobante', comprobante, comprobante.name)
  const outcome = await sendForm<OwnPurchase>('/api/rifas/mi-compra/corregir', form, {}, onProgress)
  const arrived = outcome.kind === 'lost' ? await findArrived(purchase, secret) : null
  return arrived ? { kind: 'accepted', answer: arrived } : outcome
}

/** The purchase with one correction more than is known here, if the server has it. */
async function findArrived(known: OwnPurchase, secret: string): Promise<OwnPurchase | null> {
  const asked = await askOwnPurchase(secret)
  return asked.kind === 'ready' && corrections(asked.purchase) > corrections(known) ? asked.purchase : null
}

function corrections({ pasos }: OwnPurchase): number {
  return pasos.filter(({ paso }) => paso === 'corregido').length
}
