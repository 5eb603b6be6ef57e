import { type SubmitEvent, useState } from 'react'
import { type CalendarDate, dayInCaracas, type Instant } from '#platform/clock.ts'
import { Field } from '#platform/web/field.tsx'
import type { OwnPurchase } from '#purchases/contract.ts'
import { failureDialog } from '#purchases/failure-dialog.ts'
import { checkReference } from '#purchases/rules.ts'
import { DateField } from '#purchases/shop/date-field.tsx'
import { ProofField } from '#purchases/shop/proof-field.tsx'
import { sendForm } from '#purchases/shop/send-report.ts'

interface Props {
  purchase: OwnPurchase
  secret: string
  onSent: (purchase: OwnPurchase) => void
  onCancel: () => void
}

/** 'Corregir y enviar de nuevo': reference, day or proof. What is not touched stays as it was reported. */
export function CorrectReport({ purchase, secret, onSent, onCancel }: Props) {
  const today: CalendarDate = dayInCaracas(Date.now() as Instant)
  const [reference, setReference] = useState(purchase.referencia)
  const [day, setDay] = useState('')
  const [proof, setProof] = useState<File | null>(null)
  const [errors, setErrors] = useState<{ referencia?: string | undefined; comprobante?: string | undefined }>({})
  const [failure, setFailure] = useState('')
  const [progress, setProgress] = useState<number | null>(null)

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const refused = checkReference(reference)
    setErrors({ referencia: refused ?? undefined })
    if (refused !== null) return
    const form = new FormData()
    form.append('secreto', secret)
    if (reference.trim() !== purchase.referencia) form.append('referencia', reference.trim())
    if (day !== '') form.append('fecha', day)
    if (proof) form.append('comprobante', proof, proof.name)
    if ([...form.keys()].length === 1)
      return setFailure('Cambia la referencia, la fecha o el comprobante antes de enviar.')
    setFailure('')
    setProgress(0)
    const outcome = await sendForm<OwnPurchase>('/api/rifas/mi-compra/corregir', form, {}, setProgress)
    setProgress(null)
    if (outcome.kind === 'accepted') return onSent(outcome.answer)
    if (outcome.kind === 'lost')
      return setFailure('Se cortó la conexión. Lo que cambiaste sigue aquí: envíalo otra vez.')
    const { title, text } = failureDialog(outcome.body)
    setErrors(outcome.body.campos ?? {})
    setFailure(`${title}. ${text}`)
  }

  return (
    <form className="own-correct" noValidate onSubmit={submit} aria-labelledby="corregir">
      <h2 id="corregir">Corrige tu reporte</h2>
      <Field name="referencia" label="Referencia del pago" error={errors.referencia}>
        {(control) => (
          <input
            {...control}
            className="input"
            value={reference}
            required
            autoComplete="off"
            maxLength={40}
            onChange={(event) => {
              setReference(event.target.value)
              setErrors({ ...errors, referencia: undefined })
              setFailure('')
            }}
          />
        )}
      </Field>
      <DateField today={today} value={day} ask="¿Otra fecha de pago?" onChange={setDay} />
      <ProofField
        file={proof}
        error={errors.comprobante}
        onChange={(file, refusal) => {
          setProof(file)
          setFailure('')
          setErrors({ ...errors, comprobante: refusal })
        }}
      />
      <p className="small">Si no eliges otro comprobante, dejamos el que ya enviaste.</p>
      {failure !== '' && (
        <p className="own-failure" role="alert">
          {failure}
        </p>
      )}
      <button type="submit" className="btn btn-go" aria-busy={progress !== null} disabled={progress !== null}>
        {progress === null ? 'Enviar de nuevo' : `Enviando, ${Math.round(progress * 100)} %`}
      </button>
      <button type="button" className="btn" onClick={onCancel} disabled={progress !== null}>
        Cancelar
      </button>
    </form>
  )
}
