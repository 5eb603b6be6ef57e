import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { CANNED_REASONS, REFUND_REASON } from '../../reasons.ts'
import { reasonsQuery } from '../reasons/reasons-query.ts'

const OWN = 'otro'

/**
 * The reasons of the site, or one's own words.
 * @param refund whether the money goes back to somebody who may not buy: then that is offered first.
 * @param onReason gets what is chosen, empty while one's own is not written.
 */
export function ReasonChoice({ refund, onReason }: { refund: boolean; onReason: (reason: string) => void }) {
  const group = useId()
  const { data } = useQuery(reasonsQuery)
  const offered: readonly string[] = [...(refund ? [REFUND_REASON] : []), ...(data?.motivos ?? CANNED_REASONS)]
  const [picked, setPicked] = useState('')
  // The site's own may come after the dialog: what is sent is always what is seen as chosen.
  const chosen = picked === OWN || offered.includes(picked) ? picked : (offered[0] ?? OWN)
  const [own, setOwn] = useState('')
  useEffect(() => onReason(chosen === OWN ? own : chosen), [chosen, own, onReason])
  return (
    <fieldset className="stack gap-1">
      <legend className="sr">Motivo</legend>
      {[...offered, OWN].map((reason) => (
        <label key={reason} className="reason target row gap-3">
          <input type="radio" name={group} checked={chosen === reason} onChange={() => setPicked(reason)} />
          {reason === OWN ? 'Otro motivo' : reason}
        </label>
      ))}
      {chosen === OWN ? <OwnReason value={own} onChange={setOwn} /> : null}
    </fieldset>
  )
}

export function OwnReason(props: { value: string; label?: string; hint?: string; onChange: (text: string) => void }) {
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
