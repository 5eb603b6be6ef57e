import { useEffect, useId, useState } from 'react'
import { useAsk } from '#access/panel/ask.ts'
import { ownersLearn } from '#mail/mail-leaves.ts'
import { CANNED_REASONS, REFUND_REASON, UNSEEN_REASON } from '../../reasons.ts'

const OWN = 'otro'

/**
 * The reasons of the site, or free text.
 * @param refund whether the money goes back to somebody who may not buy: then that is offered first.
 * @param unseen whether its account was read after the report and did not have its money: before that nobody says so by a mere Enter.
 * @param hint advice for the free text.
 * @param onReason gets the choice, empty while the free text is not written.
 */
export function ReasonChoice(props: {
  refund: boolean
  unseen: boolean
  hint?: string | undefined
  onReason: (reason: string) => void
}) {
  const { refund, unseen, hint, onReason } = props
  const group = useId()
  const { data } = useAsk('GET /api/panel/motivos', { staleTime: 5 * 60_000 })
  const offered: readonly string[] = [...(refund ? [REFUND_REASON] : []), ...(data?.motivos ?? CANNED_REASONS)]
  const [picked, setPicked] = useState('')
  // The site's own may load after the dialog: the visible choice is always the one that is sent.
  const chosen = picked === OWN || offered.includes(picked) ? picked : firstChosen(offered, refund, unseen)
  const [own, setOwn] = useState('')
  useEffect(() => onReason(chosen === OWN ? own : chosen), [chosen, own, onReason])
  return (
    <fieldset className="stack gap-1">
      <legend className="sr">Motivo</legend>
      {[...offered, OWN].map((reason) => (
        <label key={reason} className="reason pad-x-3 round edge press target row gap-3">
          <input type="radio" name={group} checked={chosen === reason} onChange={() => setPicked(reason)} />
          {reason === OWN ? 'Otro motivo' : reason}
        </label>
      ))}
      {chosen === OWN ? (
        <>
          <OwnReason value={own} hint={hint} onChange={setOwn} />
          <p className="faint small">Lo que no está en la lista pide un código de tu teléfono. {ownersLearn()}</p>
        </>
      ) : null}
    </fieldset>
  )
}

/** The preset choice; empty where a person has to choose. */
function firstChosen(offered: readonly string[], refund: boolean, unseen: boolean): string {
  const first = unseen && !refund && offered.includes(UNSEEN_REASON) ? UNSEEN_REASON : (offered[0] ?? OWN)
  return first === UNSEEN_REASON && !unseen ? '' : first
}

export function OwnReason(props: {
  value: string
  label?: string
  hint?: string | undefined
  onChange: (text: string) => void
}) {
  return (
    <div className="field">
      <textarea
        className="input"
        aria-label={props.label ?? 'Escribe el motivo'}
        placeholder={props.hint ?? 'El comprador lo va a leer'}
        maxLength={500}
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
      />
    </div>
  )
}
