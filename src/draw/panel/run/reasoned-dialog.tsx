import { useState } from 'react'
import { AskDialog } from '#platform/panel/parts/ask-dialog.tsx'
import { Field } from '#platform/panel/parts/field.tsx'
import type { PanelDraw } from '../../draw-contract.ts'
import { useDrawDeed } from './draw-run.ts'

/** Asks once, with a reason, before something of a draw is taken back. */
export function ReasonedDialog(props: {
  id: number
  label: string
  lead: string
  action: string
  danger?: boolean
  send: (motivo: string) => Promise<PanelDraw>
  onClose: () => void
}) {
  const { id, send, onClose, ...asked } = props
  const [typed, setTyped] = useState('')
  const motivo = typed.trim()
  const deed = useDrawDeed(id)
  return (
    <AskDialog
      {...asked}
      deed={deed}
      leave="Dejarlo"
      why={motivo === '' ? 'Primero escribe por qué.' : ''}
      onConfirm={() => deed.mutate(() => send(motivo), { onSuccess: onClose })}
      onClose={onClose}
    >
      <Field label="Por qué" name="motivo" value={typed} maxLength={500} onText={setTyped} />
    </AskDialog>
  )
}
