import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { ask, useAsk } from '#access/panel/ask.ts'
import { ROLE_DEEDS, ROLE_NAMES } from '#access/roles.ts'
import { readFailure } from '#platform/panel/api.ts'
import { useShortForm } from '#platform/panel/form/short-form.ts'
import { Field } from '#platform/panel/parts/field.tsx'
import { Waiting } from '#platform/panel/parts/states.tsx'
import { acceptedInvitation, type OpenInvitation } from '../../contract-team.ts'
import { showOperator } from '../status.ts'
import { DeadLink, EntryForm, EntryFrame, useLinkToken } from './entry-frame.tsx'
import { NewPasswordField } from './password-field.tsx'

/** Where the link of an invitation leads: a name, a password, and in. */
export function InvitationScreen({ site }: { site: string }) {
  const token = useLinkToken()
  const invitation = useAsk('POST /api/panel/invitacion', {
    body: { token },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const dead = invitation.error !== null && readFailure(invitation.error).status === 404
  return (
    <EntryFrame site={invitation.data?.sitio ?? site}>
      {invitation.data ? (
        <AcceptForm token={token} invitation={invitation.data} />
      ) : token === '' || dead || (invitation.error && readFailure(invitation.error).status === 422) ? (
        <DeadLink title={token === '' ? 'Abre tu invitación otra vez' : 'Esta invitación ya no sirve'}>
          {token === ''
            ? 'Aquí falta su código: vuelve a abrir el enlace que te enviaron. Si ya la aceptaste, entra con tu clave.'
            : 'Se usó, venció o la retiraron. Si ya la aceptaste, entra con tu clave; si no, pide a quien te invitó que la envíe otra vez.'}
        </DeadLink>
      ) : (
        <Waiting query={invitation} label="Abriendo la invitación" className="entry-form pad-5 stack gap-4" />
      )}
    </EntryFrame>
  )
}

function AcceptForm({ token, invitation }: { token: string; invitation: OpenInvitation }) {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const form = useShortForm({
    fields: acceptedInvitation,
    also: { token },
    send: (body) => ask('POST /api/panel/invitacion/aceptar', { body }),
    done: (operator) => {
      showOperator(client, operator)
      navigate('/', { replace: true })
    },
    about: ({ code }) => (code === 'NOMBRE_EN_USO' ? 'nombre' : null),
  })
  return (
    <EntryForm
      title="Entra al equipo"
      says={`${invitation.invita} te invita como ${ROLE_NAMES[invitation.rol]}. ${ROLE_DEEDS[invitation.rol]}`}
      form={form}
      action="Aceptar y entrar"
      doing="Entrando…"
    >
      <Field label="Tu correo" name="correo" type="email" autoComplete="username" readOnly value={invitation.correo} />
      <Field label="Tu nombre" {...form.field('nombre')} autoComplete="name" hint="Así te ven el equipo y el diario." />
      <NewPasswordField label="Tu clave" {...form.field('clave')} />
    </EntryForm>
  )
}
