import { useId, useState } from 'react'
import type { PanelFailure } from '#platform/web/panel-api.ts'
import { Dialog } from '#platform/web/panel-dialog.tsx'
import { FieldProblem } from '#platform/web/panel-field.tsx'
import { VerdictShape } from '#platform/web/panel-verdict.tsx'
import { CANNED_REASONS, type ReviewedPurchase, refusal } from '../contract.ts'
import type { Asked } from './decision-bar.tsx'
import { ticketCount } from './wording.ts'

interface DialogProps {
  kind: Asked
  purchase: ReviewedPurchase
  pending: boolean
  failure: PanelFailure | null
  onClose: () => void
  onDecide: (motivo?: string) => void
}

/** Rejecting and annulling want a reason; approving against a grave check wants a second look. */
export function DecisionDialog(props: DialogProps) {
  return (
    <Dialog label={props.kind === 'aprobar' ? 'Aprobar igual' : 'Escribir el motivo'} onClose={props.onClose}>
      {props.kind === 'aprobar' ? <SecondLook {...props} /> : <Reason {...props} />}
    </Dialog>
  )
}

function SecondLook({ purchase, pending, failure, onClose, onDecide }: DialogProps) {
  return (
    <div className="dialog-body">
      <h2>¿Aprobar el pago de {purchase.nombre}?</h2>
      <ul className="dialog-checks">
        {purchase.comprobaciones
          .filter((check) => check.nivel === 'grave')
          .map((check) => (
            <li key={check.titulo} className="check">
              <VerdictShape level="grave" />
              <div>
                <p>{check.titulo}</p>
                <p className="faint small">{check.detalle}</p>
              </div>
            </li>
          ))}
      </ul>
      <p className="soft">Apruébalo solo si viste el dinero en la cuenta.</p>
      <Problem failure={failure} />
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          Volver a mirar
        </button>
        <button
          type="button"
          className="button button-main"
          aria-busy={pending}
          disabled={pending}
          onClick={() => onDecide()}
        >
          Aprobar igual
        </button>
      </div>
    </div>
  )
}

const OWN = 'otro'

function Reason({ kind, purchase, pending, failure, onClose, onDecide }: DialogProps) {
  const group = useId()
  const [chosen, setChosen] = useState<string>(kind === 'rechazar' ? CANNED_REASONS[0] : OWN)
  const [own, setOwn] = useState('')
  const [problem, setProblem] = useState('')
  function decide() {
    const motivo = chosen === OWN ? own : chosen
    const checked = refusal.shape.motivo.safeParse(motivo)
    setProblem(checked.error?.issues[0]?.message ?? '')
    if (checked.success) onDecide(checked.data)
  }
  const rejecting = kind === 'rechazar'
  return (
    <form
      className="dialog-body"
      onSubmit={(event) => {
        event.preventDefault()
        decide()
      }}
    >
      <div>
        <h2>
          {rejecting ? 'Rechazar' : 'Anular'} la compra de {purchase.nombre}
        </h2>
        <p className="soft">
          {rejecting
            ? `Le llega un correo con el motivo. Sus ${ticketCount(purchase.cantidad_tickets)} esperan un tiempo por si corrige.`
            : `Sus ${ticketCount(purchase.cantidad_tickets)} vuelven a la venta y le llega un correo con el motivo. No se puede deshacer.`}
        </p>
      </div>
      <fieldset className="reasons">
        <legend className="sr">Motivo</legend>
        {rejecting
          ? [...CANNED_REASONS, OWN].map((reason) => (
              <label key={reason} className="reason">
                <input type="radio" name={group} checked={chosen === reason} onChange={() => setChosen(reason)} />
                {reason === OWN ? 'Otro motivo' : reason}
              </label>
            ))
          : null}
        {chosen === OWN ? (
          <div className="field">
            <textarea
              className="input"
              aria-label="Escribe el motivo"
              placeholder="El comprador lo va a leer"
              maxLength={500}
              value={own}
              aria-invalid={problem !== ''}
              onChange={(event) => setOwn(event.target.value)}
            />
          </div>
        ) : null}
      </fieldset>
      {problem ? <FieldProblem>{problem}</FieldProblem> : null}
      <Problem failure={failure} />
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          Cancelar
        </button>
        <button type="submit" className="button button-bad-full" aria-busy={pending} disabled={pending}>
          {rejecting ? 'Rechazar' : 'Anular'}
        </button>
      </div>
    </form>
  )
}

function Problem({ failure }: { failure: PanelFailure | null }) {
  if (!failure) return null
  return (
    <FieldProblem>
      <span>
        {failure.title}. {failure.details}
      </span>
    </FieldProblem>
  )
}
