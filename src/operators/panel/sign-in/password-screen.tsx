import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link } from 'wouter'
import { callPanel, readFailure } from '#platform/panel/api.ts'
import { Field, FieldProblem } from '#platform/panel/parts/field.tsx'
import { Bone, FailedState, Loading } from '#platform/panel/parts/states.tsx'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import { forgottenPassword, type OpenPasswordLink, passwordByLink } from '../../contract-team.ts'
import { checkFields, focusFirst, text } from '../form-fields.ts'
import { DeadLink, EntryFrame, useLinkToken } from './entry-frame.tsx'
import { NewPasswordField } from './new-password-field.tsx'

/** For who forgot his password: asks for a link, and is where that link leads. */
export function PasswordScreen({ site, mailOn }: { site: string; mailOn: boolean }) {
  const token = useLinkToken()
  return (
    <EntryFrame site={site}>
      {token === '' ? <AskForLink mailOn={mailOn} /> : <NewPassword key={token} token={token} />}
    </EntryFrame>
  )
}

function AskForLink({ mailOn }: { mailOn: boolean }) {
  const [problem, setProblem] = useState<string>()
  const request = useMutation({
    mutationFn: (correo: string) => callPanel('POST', '/clave/olvidada', { correo }),
    onError: (error) => {
      const { fields, title, details } = readFailure(error)
      setProblem(fields['correo'] ?? `${title}. ${details}`)
    },
  })
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const correo = text(new FormData(event.currentTarget), 'correo')
    const found = checkFields(forgottenPassword, { correo })
    setProblem(found['correo'])
    if (found['correo']) return focusFirst(event.currentTarget, found)
    request.mutate(correo)
  }
  if (!mailOn) {
    return (
      <DeadLink title="Poner otra clave">
        El correo no está configurado, así que el enlace lo crea quien maneja el servidor, con{' '}
        <code>npm run tombola -- operators link tu-correo</code>.
      </DeadLink>
    )
  }
  if (request.isSuccess) {
    return (
      <div className="entry-form" role="status">
        <div className="entry-done">
          <VerdictShape level="bien" word={false} />
          <h1>Revisa tu correo</h1>
        </div>
        <p className="soft">
          Si alguien entra al panel con {request.variables}, le llega un enlace que sirve una hora. Mira también en
          correo no deseado.
        </p>
        <Link href="/" className="button button-wide">
          Volver a entrar
        </Link>
      </div>
    )
  }
  return (
    <form className="entry-form" noValidate onSubmit={submit}>
      <div>
        <h1>Poner otra clave</h1>
        <p className="soft">Te enviamos un enlace. Tu segundo paso sigue igual.</p>
      </div>
      <Field label="Tu correo" name="correo" type="email" autoComplete="username" problem={problem} />
      <button
        type="submit"
        className="button button-main button-wide"
        aria-busy={request.isPending}
        disabled={request.isPending}
      >
        {request.isPending ? 'Enviando…' : 'Enviar el enlace'}
      </button>
      <Link href="/" className="button button-plain">
        Volver
      </Link>
    </form>
  )
}

function NewPassword({ token }: { token: string }) {
  const link = useQuery({
    queryKey: ['enlace', token],
    queryFn: () => callPanel<OpenPasswordLink>('POST', '/clave/enlace', { token }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (link.data) return <PasswordForm token={token} correo={link.data.correo} />
  if (link.isPending) {
    return (
      <Loading label="Abriendo el enlace">
        <div className="entry-form">
          <Bone width="60%" height="1.5rem" />
          <Bone height="6rem" />
        </div>
      </Loading>
    )
  }
  const { status, title, details } = readFailure(link.error)
  if (status === 404) return <DeadLink title={title}>{details}</DeadLink>
  if (status === 422) return <DeadLink title="Este enlace está incompleto">Ábrelo de nuevo desde el correo.</DeadLink>
  return <FailedState error={link.error} onRetry={() => void link.refetch()} />
}

function PasswordForm({ token, correo }: { token: string; correo: string }) {
  const [problems, setProblems] = useState<Record<string, string>>({})
  const change = useMutation({
    mutationFn: (clave: string) => callPanel('POST', '/clave/nueva', { token, clave }),
    onError: (error) => setProblems(readFailure(error).fields),
  })
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const clave = text(new FormData(event.currentTarget), 'clave')
    const found = checkFields(passwordByLink, { token, clave })
    setProblems(found)
    if (found['clave']) return focusFirst(event.currentTarget, found)
    change.mutate(clave)
  }
  const failure = change.error ? readFailure(change.error) : null
  if (failure?.code === 'ENLACE_VENCIDO') return <DeadLink title={failure.title}>{failure.details}</DeadLink>
  if (change.isSuccess) {
    return (
      <div className="entry-form" role="status">
        <div className="entry-done">
          <VerdictShape level="bien" word={false} />
          <h1>Ya tienes otra clave</h1>
        </div>
        <p className="soft">Cerramos todas tus sesiones. Entra con la clave nueva.</p>
        <Link href="/" className="button button-main button-wide">
          Entrar
        </Link>
      </div>
    )
  }
  return (
    <form className="entry-form" noValidate onSubmit={submit}>
      <div>
        <h1>Pon otra clave</h1>
        <p className="soft">Tus sesiones abiertas se cierran.</p>
      </div>
      <Field label="Tu correo" name="correo" type="email" autoComplete="username" readOnly value={correo} />
      <NewPasswordField label="Tu clave nueva" name="clave" problem={problems['clave']} />
      {failure && Object.keys(failure.fields).length === 0 ? (
        <FieldProblem>
          {failure.title}. {failure.details}
        </FieldProblem>
      ) : null}
      <button
        type="submit"
        className="button button-main button-wide"
        aria-busy={change.isPending}
        disabled={change.isPending}
      >
        {change.isPending ? 'Guardando…' : 'Guardar la clave'}
      </button>
    </form>
  )
}
