import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { Link } from 'wouter'
import { useAsk } from '#access/panel/ask.ts'
import { ownersLearn } from '#mail/mail-leaves.ts'
import { verdictsOf } from '#money/panel/shown-money.ts'
import { useStatus } from '#operators/panel/status.ts'
import { Notice } from '#platform/panel/parts/states.tsx'
import type { ReviewItem } from '../../contract.ts'
import { CANNED_REASONS, REFUND_REASON, UNSEEN_REASON } from '../../reasons.ts'

const OWN = 'otro'

/**
 * The reasons of the site, or free text with a second factor. None is preset: nobody sends one by a mere Enter.
 * @param of the payments: that they are not in the account is offered once the accounts of all were read after their reports.
 * @param refund whether the money goes back to somebody who may not buy: then that is offered first.
 * @param hint advice for the free text.
 * @param onReason gets the choice, empty while the free text is not written.
 */
export function ReasonChoice(props: {
  of: readonly Pick<ReviewItem, 'id' | 'en_revision_desde'>[]
  refund: boolean
  hint?: string | undefined
  onReason: (reason: string) => void
}) {
  const { of, refund, hint, onReason } = props
  const group = useId()
  const { data } = useAsk('GET /api/panel/motivos', { staleTime: 5 * 60_000 })
  const verdicts = useQuery(verdictsOf(of.map(({ id }) => id))).data
  const unseen = of.every(({ id, en_revision_desde }) => {
    const verdict = verdicts?.[id]
    return verdict && 'leido_hasta' in verdict && (verdict.leido_hasta ?? '') > en_revision_desde
  })
  const listed = (data?.motivos ?? CANNED_REASONS).filter((reason) => unseen || reason !== UNSEEN_REASON)
  const offered: readonly string[] = [...(refund ? [REFUND_REASON] : []), ...listed]
  const [picked, setPicked] = useState('')
  // The site's own may load after the dialog: the visible choice is always the one that is sent.
  const chosen = picked === OWN || offered.includes(picked) ? picked : ''
  const factor = useStatus().data?.operador?.segundo_factor ?? false
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
      {chosen === OWN && !factor ? (
        <div ref={intoView}>
          <Notice level="aviso" title="Activa primero tu segundo paso.">
            Otro motivo pide un código de tu teléfono. <Link href="/cuenta">Activarlo en tu cuenta</Link>
          </Notice>
        </div>
      ) : chosen === OWN ? (
        <>
          <OwnReason focused value={own} hint={hint} onChange={setOwn} />
          <p className="faint small">Lo que no está en la lista pide un código de tu teléfono. {ownersLearn()}</p>
        </>
      ) : null}
    </fieldset>
  )
}

/** Of what opens below the fold of a phone. */
const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })
const intoFocus = (element: HTMLElement | null) => element?.focus()

export function OwnReason(props: {
  value: string
  focused?: boolean
  label?: string
  hint?: string | undefined
  onChange: (text: string) => void
}) {
  return (
    <div className="field">
      <textarea
        ref={props.focused ? intoFocus : null}
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
