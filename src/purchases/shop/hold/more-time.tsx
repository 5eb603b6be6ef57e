import { useState } from 'react'
import { Button } from '#platform/web/button.tsx'
import { CallFailure } from '#platform/web/fetch-json.ts'
import type { HoldAnswer } from '#tickets/contract.ts'
import type { Hold } from '../purchase-state.ts'
import { askHold, fromAnswer } from './hold.ts'

interface Props {
  hold: Hold
  onRenewed: (hold: Hold) => void
}

/** 'Necesito más tiempo', once. */
export function MoreTime({ hold, onRenewed }: Props) {
  const [state, setState] = useState<'idle' | 'asking' | string>('idle')
  async function ask(): Promise<void> {
    setState('asking')
    try {
      onRenewed(await renewHold(hold))
    } catch (error) {
      const details = error instanceof CallFailure ? error.body.details : undefined
      setState(details ?? 'No se pudo: revisa tu conexión.')
    }
  }
  return (
    <div className="more-time">
      <Button text="Necesito más tiempo" onClick={ask} aria-busy={state === 'asking'} disabled={state === 'asking'} />
      {state !== 'idle' && state !== 'asking' && <span role="alert">{state}</span>}
    </div>
  )
}

/** Asks once for more time. @throws CallFailure */
async function renewHold(hold: Hold): Promise<Hold> {
  return fromAnswer(await askHold<HoldAnswer>(hold.token ?? '', '/renovar'))
}
