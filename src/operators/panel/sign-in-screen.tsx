import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { callPanel, readFailure } from '#platform/web/panel-api.ts'
import { Field, FieldProblem } from '#platform/web/panel-field.tsx'
import { Icon } from '#platform/web/panel-icon.tsx'
import { VerdictShape } from '#platform/web/panel-verdict.tsx'
import { credentials, type Operator } from '../contract.ts'
import { EntryFrame } from './entry-frame.tsx'
import { checkFields, focusFirst, text } from './form-fields.ts'
import { showOperator } from './panel-status.ts'

/** Mail and password; then, for who has a second factor, its code. */
export function SignInScreen({ site, ended }: { site: string; ended: boolean }) {
  const client = useQueryClient()
  const [given, setGiven] = useState<{ correo: string; clave: string } | null>(null)
  const signIn = useMutation({
    mutationFn: (fields: { correo: string; clave: string; codigo?: string }) =>
      callPanel<Operator>('POST', '/sesion', fields),
    onSuccess: (operator) => showOperator(client, operator),
    onError: (error, fields) => {
      const { code } = readFailure(error)
      if (code === 'CODIGO_REQUERIDO') setGiven({ correo: fields.correo, clave: fields.clave })
      if (code === 'CREDENCIALES_INVALIDAS') setGiven(null)
    },
  })
  const failure = signIn.error ? readFailure(signIn.error) : null
  const problem = failure && failure.code !== 'CODIGO_REQUERIDO' ? `${failure.title}. ${failure.details}` : null

  return (
    <EntryFrame
      site={site}
      foot={<p>¿Perdiste el acceso? El dueño puede crear otro operador desde la consola del servidor.</p>}
    >
      {given ? (
        <CodeForm
          correo={given.correo}
          pending={signIn.isPending}
          problem={problem}
          onChange={() => {
            signIn.reset()
            setGiven(null)
          }}
          onCode={(codigo) => signIn.mutate({ ...given, codigo })}
        />
      ) : (
        <PasswordForm
          ended={ended}
          pending={signIn.isPending}
          problem={problem}
          onGiven={(fields) => signIn.mutate(fields)}
        />
      )}
    </EntryFrame>
  )
}

function PasswordForm(props: {
  ended: boolean
  pending: boolean
  problem: string | null
  onGiven: (fields: { correo: string; clave: string }) => void
}) {
  const [problems, setProblems] = useState<Record<string, string>>({})
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const fields = { correo: text(form, 'correo'), clave: text(form, 'clave') }
    const found = checkFields(credentials, fields)
    setProblems(found)
    if (Object.keys(found).length > 0) return focusFirst(event.currentTarget, found)
    props.onGiven(fields)
  }
  return (
    <form className="entry-form" noValidate onSubmit={submit}>
      <div>
        <h1>Entra al panel</h1>
        {props.ended ? <p className="soft">Tu sesión terminó. Entra y sigues donde estabas.</p> : null}
      </div>
      <Field label="Correo" name="correo" type="email" autoComplete="username" problem={problems['correo']} />
      <Field label="Clave" name="clave" type="password" autoComplete="current-password" problem={problems['clave']} />
      {props.problem ? <FieldProblem>{props.problem}</FieldProblem> : null}
      <button
        type="submit"
        className="button button-main button-wide"
        aria-busy={props.pending}
        disabled={props.pending}
      >
        {props.pending ? 'Entrando…' : 'Entrar'}
      </button>
    </form>
  )
}

function CodeForm(props: {
  correo: string
  pending: boolean
  problem: string | null
  onChange: () => void
  onCode: (codigo: string) => void
}) {
  const [recovering, setRecovering] = useState(false)
  const [code, setCode] = useState('')
  const ready = recovering ? code.replace(/[^a-z2-7]/gi, '').length === 16 : /^\d{6}$/.test(code)
  return (
    <>
      <div className="entry-user">
        <VerdictShape level="bien" word={false} />
        <span>
          <span className="faint small">Usuario</span>
          <br />
          {props.correo}
        </span>
        <button type="button" className="text-link" onClick={props.onChange}>
          Cambiar
        </button>
      </div>
      <form
        className="entry-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (ready) props.onCode(code)
        }}
      >
        <div>
          <h1>{recovering ? 'Código de recuperación' : 'Código de tu teléfono'}</h1>
          <p className="soft">
            {recovering
              ? 'Uno de los diez que guardaste al activar el segundo paso. Cada uno sirve una vez.'
              : 'Abre tu aplicación de códigos y escribe los 6 números.'}
          </p>
        </div>
        <Field
          key={String(recovering)}
          label={recovering ? 'Código de recuperación' : 'Código de 6 números'}
          className={recovering ? 'input' : 'input input-code'}
          name="codigo"
          value={code}
          onChange={(event) =>
            setCode(recovering ? event.target.value : event.target.value.replace(/\D/g, '').slice(0, 6))
          }
          inputMode={recovering ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
        {props.problem ? <FieldProblem>{props.problem}</FieldProblem> : null}
        <button
          type="submit"
          className="button button-main button-wide"
          aria-busy={props.pending}
          disabled={!ready || props.pending}
        >
          {props.pending ? 'Entrando…' : 'Entrar'}
        </button>
        <button
          type="button"
          className="button button-plain"
          onClick={() => {
            setCode('')
            setRecovering(!recovering)
          }}
        >
          <Icon name={recovering ? 'shield' : 'copy'} />
          {recovering ? 'Usar la aplicación' : 'Usar un código de recuperación'}
        </button>
      </form>
    </>
  )
}
