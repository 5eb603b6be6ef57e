import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useState } from 'react'
import { askProofBy, type PanelFailure, readFailure } from '#platform/panel/api.ts'
import { AskDialog } from '#platform/panel/parts/ask-dialog.tsx'
import { Field } from '#platform/panel/parts/field.tsx'
import type { Proof } from '../../contract.ts'
import { ask, useStatusQuery } from '../operators-query.ts'
import { FreshCodeDialog } from './fresh-code-dialog.tsx'

/**
 * Asks for a code, or for the password of who has no second factor, whenever a call of the panel wants a proof; what was asked for goes on
 * then. For ten minutes nothing else is asked.
 */
export function ProofGate() {
  const [asked, setAsked] = useState<[PanelFailure, (permit: string | null) => void] | null>(null)
  const ready = useStatusQuery().data?.operador?.segundo_factor ?? false
  useEffect(() => {
    askProofBy((refusal) => new Promise((answer) => setAsked([refusal, answer])))
    return () => askProofBy(null)
  }, [])
  if (!asked) return null
  const [{ title, details }, answer] = asked
  const close = (permit: string | null) => {
    answer(permit)
    setAsked(null)
  }
  const prove = async (body: Proof) => close((await ask('POST /api/panel/permiso', { body })).permiso)
  const words = {
    title,
    lead: `${details} Vale diez minutos. Lo que cambies queda en el diario y se avisa a los dueños.`,
    action: 'Confirmar',
  }
  return ready ? (
    <FreshCodeDialog {...words} onConfirm={(codigo) => prove({ codigo })} onClose={() => close(null)} />
  ) : (
    <PasswordDialog {...words} onConfirm={(clave) => prove({ clave })} onClose={() => close(null)} />
  )
}

function PasswordDialog(props: ComponentProps<typeof FreshCodeDialog>) {
  const [typed, setTyped] = useState('')
  const confirm = useMutation({ mutationFn: props.onConfirm })
  const wrong = readFailure(confirm.error).code === 'CREDENCIALES_INVALIDAS'
  return (
    <AskDialog
      label={props.title}
      lead={props.lead}
      error={wrong ? null : confirm.error}
      leave="Dejar como está"
      action={props.action}
      pending={confirm.isPending}
      off={typed === ''}
      onConfirm={() => confirm.mutate(typed)}
      onClose={props.onClose}
    >
      <Field
        label="Tu clave"
        name="clave"
        type="password"
        autoComplete="current-password"
        autoFocus
        value={typed}
        problem={wrong ? 'Esa no es tu clave.' : undefined}
        onChange={({ target }) => setTyped(target.value)}
      />
    </AskDialog>
  )
}
