import { lazy, Suspense, useEffect, useState } from 'react'
import { ask } from '#access/panel/ask.ts'
import { ownersLearn } from '#mail/mail-leaves.ts'
import { askProofBy, type PanelFailure } from '#platform/panel/api.ts'
import { useStatus } from '../status.ts'

// With the panel's first code its styles would come before those of the panel, and decide the order of all layers.
const FreshCodeDialog = lazy(async () => ({ default: (await import('./fresh-code-dialog.tsx')).FreshCodeDialog }))

/**
 * Asks for a code, or, without a second factor, for the password, whenever a call of the panel needs a proof; then the call continues.
 * For ten minutes nothing else is asked.
 */
export function ProofGate() {
  const [asked, setAsked] = useState<[PanelFailure, (permit: string | null) => void] | null>(null)
  const ready = useStatus().data?.operador?.segundo_factor ?? false
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
  return (
    <Suspense>
      <FreshCodeDialog
        orPassword
        title={title}
        lead={`${details} Vale diez minutos. Lo que cambies queda anotado con tu nombre. ${ownersLearn()}`}
        action="Confirmar"
        onConfirm={async (given) => {
          const body = ready ? { codigo: given } : { clave: given }
          close((await ask('POST /api/panel/permiso', { body })).permiso)
        }}
        onClose={() => close(null)}
      />
    </Suspense>
  )
}
