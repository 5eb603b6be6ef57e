import type { ReactNode } from 'react'
import { ask, useAsk } from '#access/panel/ask.ts'
import { mailLeaves } from '#mail/mail-leaves.ts'
import { readFailure } from '#platform/panel/api.ts'
import { useShortForm } from '#platform/panel/form/short-form.ts'
import { ButtonLink } from '#platform/panel/parts/button.tsx'
import { Field } from '#platform/panel/parts/field.tsx'
import { FailedState, Waiting } from '#platform/panel/parts/states.tsx'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import { forgottenPassword, passwordByLink } from '../../contract-team.ts'
import { DeadLink, EntryForm, EntryFrame, useLinkToken } from './entry-frame.tsx'
import { NewPasswordField } from './password-field.tsx'

/** For people who forgot their password: asks for a link, and is that link's target. */
export function PasswordScreen({ site }: { site: string }) {
  const token = useLinkToken()
  return (
    <EntryFrame site={site}>{token === '' ? <AskForLink /> : <NewPassword key={token} token={token} />}</EntryFrame>
  )
}

function AskForLink() {
  const form = useShortForm({
    fields: forgottenPassword,
    send: (body) => ask('POST /api/panel/clave/olvidada', { body }),
    about: () => 'correo',
  })
  if (!mailLeaves()) {
    return (
      <DeadLink title="Poner otra clave">
        El enlace lo crea quien cuida el servidor, con <code>tombola operators link tu-correo</code>.
      </DeadLink>
    )
  }
  if (form.answered) {
    return (
      <Done title="Revisa tu correo" action={<ButtonLink text="Volver a entrar" className="btn-wide" href="/" />}>
        Si alguien entra al panel con {form.given?.correo}, le llega un enlace que sirve una hora. Mira también en
        correo no deseado.
      </Done>
    )
  }
  return (
    <EntryForm
      title="Poner otra clave"
      says="Te enviamos un enlace. Tu segundo paso sigue igual."
      form={{ submit: form.submit, pending: form.pending }}
      action="Enviar el enlace"
      doing="Enviando…"
      below={<ButtonLink look="plain" text="Volver" href="/" />}
    >
      <Field label="Tu correo" type="email" autoComplete="username" {...form.field('correo')} />
    </EntryForm>
  )
}

function NewPassword({ token }: { token: string }) {
  const link = useAsk('POST /api/panel/clave/enlace', { body: { token }, staleTime: Number.POSITIVE_INFINITY })
  if (link.data) return <PasswordForm token={token} correo={link.data.correo} />
  if (link.isPending) return <Waiting className="entry-form pad-5" query={link} label="Abriendo el enlace" />
  const { status, title, details } = readFailure(link.error)
  if (status === 404) return <DeadLink title={title}>{details}</DeadLink>
  if (status === 422) return <DeadLink title="Este enlace está incompleto">Ábrelo de nuevo desde el correo.</DeadLink>
  return <FailedState query={link} />
}

function PasswordForm({ token, correo }: { token: string; correo: string }) {
  const form = useShortForm({
    fields: passwordByLink,
    also: { token },
    send: (body) => ask('POST /api/panel/clave/nueva', { body }),
  })
  const failure = form.error ? readFailure(form.error) : null
  if (failure?.code === 'ENLACE_VENCIDO') return <DeadLink title={failure.title}>{failure.details}</DeadLink>
  if (form.answered) {
    return (
      <Done title="Ya tienes otra clave" action={<ButtonLink look="go" text="Entrar" className="btn-wide" href="/" />}>
        Cerramos todas tus sesiones. Entra con la clave nueva.
      </Done>
    )
  }
  return (
    <EntryForm
      title="Pon otra clave"
      says="Tus sesiones abiertas se cierran."
      form={form}
      action="Guardar la clave"
      doing="Guardando…"
    >
      <Field label="Tu correo" name="correo" type="email" autoComplete="username" readOnly value={correo} />
      <NewPasswordField label="Tu clave nueva" {...form.field('clave')} />
    </EntryForm>
  )
}

function Done({ title, children, action }: { title: string; children: ReactNode; action: ReactNode }) {
  return (
    <div className="entry-form pad-5 stack gap-4" role="status">
      <div className="row gap-3">
        <VerdictShape level="bien" word={false} />
        <h1>{title}</h1>
      </div>
      <p className="soft">{children}</p>
      {action}
    </div>
  )
}
