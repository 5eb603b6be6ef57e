import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { dayInCaracas, type Instant } from '#platform/clock.ts'
import { Button } from '#platform/web/button.tsx'
import { focusFirst, TextField } from '#platform/web/field.tsx'
import type { OwnPurchase } from '#purchases/contract.ts'
import { findReferences, isMessage, tidyReference } from '#purchases/find-references.ts'
import { checkPayer, checkReference, isOfBank, NO_PAYER, type PayerField, saidOfPayer } from '#purchases/rules.ts'
import { MessageDialog, RefusalDialog } from '#purchases/shop/dialogs/message-dialog.tsx'
import { DateField } from '#purchases/shop/form/date-field.tsx'
import { PayerPart } from '#purchases/shop/form/payer-part.tsx'
import { ProofField } from '#purchases/shop/form/proof-field.tsx'
import { ProcessingDialog } from '#purchases/shop/report/processing-dialog.tsx'
import { type Refusal, sendForm } from '#purchases/shop/report/send-report.ts'
import '#purchases/shop/steps.css'
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

interface Errors extends Partial<Record<PayerField, string | undefined>> {
  referencia?: string | undefined
  fecha?: string | undefined
  comprobante?: string | undefined
}

type Problem = { kind: 'lost' } | { kind: 'refused'; body: Refusal }

/** 'Corregir y enviar de nuevo': reference, day, payer or proof. Untouched fields stay as they were reported. */
export function CorrectReport({ purchase, secret, ahead, onSent, onCancel }: Props) {
  // A phone's clock may be wrong: `ahead` is its difference to the server's, which came with the purchase.
  const today = dayInCaracas((Date.now() + ahead) as Instant)
  const [referencia, setReferencia] = useState(purchase.referencia)
  const [fecha, setFecha] = useState('')
  const [comprobante, setComprobante] = useState<File | null>(null)
  const [payer, setPayer] = useState(NO_PAYER)
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
    const refused = checkReference(referencia, purchase.metodo_pago)
    const found: Errors = { ...(refused !== null && { referencia: refused }), ...checkPayer(payer) }
    if (Object.keys(found).length > 0) return show(found)
    // The day is a change as soon as its field is open: the one that it shows may be meant.
    const day = form.current?.querySelector<HTMLSelectElement>('[name=fecha]')?.value ?? ''
    const written = referencia.trim() === purchase.referencia ? '' : referencia.trim()
    const pagador = { ...(own && NO_PAYER), ...saidOfPayer(payer) }
    const said = Object.keys(pagador).length > 0
    if (written === '' && day === '' && comprobante === null && !said) return setUnchanged(true)
    setProgress(0)
    const changes = { referencia: written, fecha: day, pagador, comprobante }
    const outcome = await sendCorrection(purchase, secret, changes, setProgress)
    setProgress(null)
    if (outcome.kind === 'accepted') onSent(outcome.answer)
    else setProblem(outcome)
  }

  /** Clears the error: the field may be right now. */
  function touch(field: keyof Errors, error?: string): void {
    setUnchanged(false)
    setErrors((before) => ({ ...before, [field]: error }))
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
        value={referencia}
        required
        autoComplete="off"
        onChange={(event) => {
          setReferencia(event.target.value)
          touch('referencia')
        }}
        onBlur={() => setReferencia(tidyReference(referencia))}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text')
          if (!isMessage(text.trim())) return
          event.preventDefault()
          const [only, ...others] = findReferences(text)
          const clear = only !== undefined && others.length === 0
          if (clear) setReferencia(only)
          touch('referencia', clear ? undefined : NOT_ONE_REFERENCE)
        }}
      />
      <DateField
        today={today}
        value={fecha}
        ask="¿Otra fecha de pago?"
        onChange={(day) => {
          setFecha(day)
          touch('fecha')
        }}
      />
      {isOfBank(purchase.metodo_pago) && (
        <>
          {purchase.otro_pagador && (
            <p className="small">Dijiste que pagó otra persona. Lo que no cambies queda igual.</p>
          )}
          <PayerPart
            payer={payer}
            errors={errors}
            onChange={(part) => {
              setPayer((before) => ({ ...before, ...part }))
              for (const field of Object.keys(part)) touch(field as PayerField)
            }}
            onOwn={() => setOwn(purchase.otro_pagador === true)}
          />
        </>
      )}
      <ProofField
        file={comprobante}
        error={errors.comprobante}
        onChange={(file, refusal) => {
          setComprobante(file)
          touch('comprobante', refusal)
        }}
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

/** The corrected fields; empty text and null for those that stay. */
interface Changes {
  referencia: string
  /** Day of the payment. */
  fecha: string
  /** New data of the payer. */
  pagador: Partial<Record<PayerField, string>>
  comprobante: File | null
}

/**
 * Sends the correction of a purchase. Sent again, it is the same: where its answer was lost, the purchase says whether it arrived.
 * @param onProgress gets the part that is sent, 0 to 1.
 */
async function sendCorrection(
  purchase: OwnPurchase,
  secret: string,
  { referencia, fecha, pagador, comprobante }: Changes,
  onProgress: (part: number) => void,
): Promise<{ kind: 'accepted'; answer: OwnPurchase } | Problem> {
  const form = new FormData()
  form.append('secreto', secret)
  if (referencia !== '') form.append('referencia', referencia)
  if (fecha !== '') form.append('fecha', fecha)
  for (const [field, value] of Object.entries(pagador)) form.append(field, value)
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
