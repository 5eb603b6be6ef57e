import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import type { Operator } from '#access/contract.ts'
import { ROLE_DEEDS, ROLE_NAMES } from '#access/roles.ts'
import { callPanel, readFailure } from '#platform/panel/api.ts'
import { Field, FieldProblem } from '#platform/panel/parts/field.tsx'
import { Bone, FailedState, Loading } from '#platform/panel/parts/states.tsx'
import { acceptedInvitation, type OpenInvitation } from '../../contract-team.ts'
import { checkFields, focusFirst, text } from '../form-fields.ts'
import { DeadLink, EntryFrame, useLinkToken } from './entry-frame.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { showOperator } from './panel-status.ts'

/** Where the link of an invitation leads: a name, a password, and in. */
export function InvitationScreen({ site }: { site: string }) {
  const token = useLinkToken()
  const invitation = useQuery({
    queryKey: ['invitacion', token],
    queryFn: () => callPanel<OpenInvitation>('POST', '/invitacion', { token }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const dead = invitation.error !== null && readFailure(invitation.error).status === 404
  return (
    <EntryFrame site={invitation.data?.sitio ?? site}>
      {invitation.data ? (
        <AcceptForm token={token} invitation={invitation.data} />
      ) : token === '' || dead || (invitation.error && readFailure(invitation.error).status === 422) ? (
        <DeadLink title="Esta invitación ya no sirve">
          Se usó, venció o la retiraron. Pide a quien te invitó que la envíe otra vez.
        </DeadLink>
      ) : invitation.isError ? (
        <FailedState error={invitation.error} onRetry={() => void invitation.refetch()} />
      ) : (
        <Loading label="Abriendo la invitación">
          <div className="entry-form">
            <Bone width="60%" height="1.5rem" />
            <Bone height="9rem" />
          </div>
        </Loading>
      )}
    </EntryFrame>
  )
}

function AcceptForm({ token, invitation }: { token: string; invitation: OpenInvitation }) {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [problems, setProblems] = useState<Record<string, string>>({})
  const acceptance = useMutation({
    mutationFn: (fields: Record<string, string>) => callPanel<Operator>('POST', '/invitacion/aceptar', fields),
    onSuccess: (operator) => {
      showOperator(client, operator)
      navigate('/', { replace: true })
    },
    onError: (error) => {
      const { code, fields, title, details } = readFailure(error)
      setProblems(code === 'NOMBRE_EN_USO' ? { nombre: `${title}. ${details}` } : fields)
    },
  })
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const fields = { token, nombre: text(form, 'nombre'), clave: text(form, 'clave') }
    const found = checkFields(acceptedInvitation, fields)
    setProblems(found)
    if (Object.keys(found).length > 0) return focusFirst(event.currentTarget, found)
    acceptance.mutate(fields)
  }
  const failure = acceptance.error ? readFailure(acceptance.error) : null
  const general = failure && failure.code !== 'NOMBRE_EN_USO' && Object.keys(failure.fields).length === 0
  return (
    <form className="entry-form" noValidate onSubmit={submit}>
      <div>
        <h1>Entra al equipo</h1>
        <p className="soft">
          {invitation.invita} te invita como {ROLE_NAMES[invitation.rol]}. {ROLE_DEEDS[invitation.rol]}
        </p>
      </div>
      <Field label="Tu correo" name="correo" type="email" autoComplete="username" readOnly value={invitation.correo} />
      <Field
        label="Tu nombre"
        name="nombre"
        autoComplete="name"
        hint="Así te ven el equipo y el diario."
        problem={problems['nombre']}
      />
      <NewPasswordField label="Tu clave" name="clave" problem={problems['clave']} />
      {general ? (
        <FieldProblem>
          {failure.title}. {failure.details}
        </FieldProblem>
      ) : null}
      <button
        type="submit"
        className="button button-main button-wide"
        aria-busy={acceptance.isPending}
        disabled={acceptance.isPending}
      >
        {acceptance.isPending ? 'Entrando…' : 'Aceptar y entrar'}
      </button>
    </form>
  )
}
