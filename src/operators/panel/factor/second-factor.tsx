import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearch } from 'wouter'
import type { Operator } from '#access/contract.ts'
import { ask, refresh, useDeed } from '#access/panel/ask.ts'
import { byMail } from '#mail/mail-leaves.ts'
import { Button } from '#platform/panel/parts/button.tsx'
import { Dialog } from '#platform/panel/parts/dialog.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import { AccountLine } from '../account/account-line.tsx'
import { showOperator } from '../status.ts'
import { Consequences, FreshCodeDialog } from './fresh-code-dialog.tsx'
import { RecoveryList, TurnFactorOn } from './turn-factor-on.tsx'

/** Target after a recovery code: most such operators have another phone. */
export const CHANGED_PHONE = '/cuenta?telefono=otro'

/** Turning the second factor on and off, and its recovery codes. @param codesLeft null while that is not known. */
export function SecondFactor({ operator, codesLeft }: { operator: Operator; codesLeft: number | null }) {
  const client = useQueryClient()
  // Which of both is fixed when it opens: the answer that turns the factor on must not take the recovery codes away.
  const [asked, setAsked] = useState<'activar' | 'quitar' | 'cambiar' | 'renovar' | null>(null)
  const [saving, setSaving] = useState(false)
  const on = operator.segundo_factor
  const recovered = useSearch().includes('telefono=otro')
  function close() {
    setAsked(null)
    setSaving(false)
  }
  return (
    <section className="account-part card">
      <AccountLine
        mark={<VerdictShape level={on ? 'bien' : 'aviso'} word={false} />}
        title={on ? 'Segundo paso activo' : 'Segundo paso sin activar'}
        says={
          on
            ? 'Al entrar se pide, además de la clave, un código de tu teléfono.'
            : 'Hoy basta tu clave para entrar. Con un código de tu teléfono, una clave robada no alcanza. Primero va la aplicación y sus diez códigos de recuperación, para que nunca quedes fuera; después puedes agregar tu huella o tu cara.'
        }
      >
        <Button
          look={on ? 'bad' : 'go'}
          text={on ? 'Quitar' : 'Activar'}
          onClick={() => setAsked(on ? 'quitar' : 'activar')}
        />
      </AccountLine>
      {on ? (
        <AccountLine
          mark={<Icon name="account" />}
          title={recovered ? 'Entraste con un código de recuperación' : '¿Tienes otro teléfono?'}
          says="Con un código del teléfono de antes, o uno de recuperación, lo pones en el nuevo y recibes diez códigos más."
        >
          <Button look={recovered ? 'go' : undefined} text="Cambié de teléfono" onClick={() => setAsked('cambiar')} />
        </AccountLine>
      ) : null}
      {on && codesLeft !== null ? (
        <AccountLine
          mark={<VerdictShape level={codesLeft > 2 ? 'bien' : 'aviso'} word={false} />}
          title={tellCodes(codesLeft)}
          says="Cada uno te deja entrar una vez si pierdes el teléfono."
        >
          <Button text="Renovar" onClick={() => setAsked('renovar')} />
        </AccountLine>
      ) : null}
      {asked === 'activar' ? (
        <Dialog label="Activar el segundo paso" sticky={saving} onClose={close}>
          <TurnFactorOn operator={operator} onCodes={() => setSaving(true)} onDone={close} />
        </Dialog>
      ) : null}
      {asked === 'quitar' || asked === 'cambiar' ? (
        <FreshCodeDialog
          title={asked === 'cambiar' ? 'Cambié de teléfono' : 'Quitar el segundo paso'}
          lead={
            asked === 'cambiar'
              ? 'Primero se quita el de antes; enseguida activas el nuevo.'
              : 'Después bastará tu clave para entrar.'
          }
          action={asked === 'cambiar' ? 'Seguir' : 'Quitar'}
          danger={asked === 'quitar'}
          onConfirm={async (codigo) => {
            await ask('DELETE /api/panel/segundo-factor', { body: { codigo } })
            void refresh(client, ['GET /api/panel/cuenta'])
            showOperator(client, { ...operator, segundo_factor: false })
          }}
          onDone={() => setAsked(asked === 'cambiar' ? 'activar' : null)}
          onClose={close}
        >
          <Consequences
            of={[
              ['key', 'Tus códigos de recuperación y tus llaves dejan de servir.'],
              ['leave', `Tus otras sesiones se cierran${byMail(' y te llega un correo')}.`],
              operator.rol === 'dueno' && ['lock', 'Sin él no podrás cambiar cobros, equipo ni cerrar rifas.'],
            ]}
          />
        </FreshCodeDialog>
      ) : null}
      {asked === 'renovar' ? <RenewCodes onClose={close} /> : null}
    </section>
  )
}

function tellCodes(left: number): string {
  if (left === 0) return 'Sin códigos de recuperación'
  return left === 1 ? 'Queda 1 código de recuperación' : `Quedan ${left} códigos de recuperación`
}

/** Ten new codes; the old ones stop working. */
function RenewCodes({ onClose }: { onClose: () => void }) {
  const renew = useDeed('POST /api/panel/cuenta/codigos', { refreshes: ['GET /api/panel/cuenta'] })
  const [codes, setCodes] = useState<string[] | null>(null)
  if (codes) {
    return (
      <Dialog label="Códigos de recuperación" sticky onClose={onClose}>
        <RecoveryList codes={codes} onSaved={onClose} />
      </Dialog>
    )
  }
  return (
    <FreshCodeDialog
      title="Renovar los códigos de recuperación"
      lead="Te damos diez nuevos y los de antes dejan de servir."
      action="Renovar"
      onConfirm={(codigo) => renew.mutateAsync({ body: { codigo } })}
      onDone={({ codigos }) => setCodes(codigos)}
      onClose={onClose}
    />
  )
}
