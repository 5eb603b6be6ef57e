import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Operator } from '#access/contract.ts'
import { ROLE_NAMES } from '#access/roles.ts'
import { callPanel, readFailure } from '#platform/panel/api.ts'
import { Field, FieldProblem } from '#platform/panel/parts/field.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { Bone, FailedState, Loading } from '#platform/panel/parts/states.tsx'
import { useLetterKeys, useTheme } from '#platform/panel/preferences.ts'
import { Keys } from '../factor/keys.tsx'
import { SecondFactor } from '../factor/second-factor.tsx'
import { showOperator, useSignOut } from '../sign-in/panel-status.ts'
import { initials } from '../team/initials.ts'
import { accountQuery } from './account-query.ts'
import { Sessions } from './sessions.tsx'
import './account.css'
import { Dialog } from '#platform/panel/parts/dialog.tsx'
import { type PasswordChange, passwordChange, rename } from '../../contract-account.ts'
import { checkFields, focusFirst, text } from '../form-fields.ts'
import { NewPasswordField } from '../sign-in/new-password-field.tsx'

/** The operator's own things: who he is here, how he enters, where he is signed in, this browser's choices, the way out. */
export function AccountScreen({ operator }: { operator: Operator }) {
  const account = useQuery(accountQuery)
  return (
    <div className="account">
      <Who operator={operator} />
      <SecondFactor operator={operator} codesLeft={account.data?.codigos_restantes ?? null} />
      {account.data && operator.segundo_factor ? <Keys keys={account.data.llaves} /> : null}
      {account.data ? (
        <Sessions sessions={account.data.sesiones} />
      ) : account.isError ? (
        <FailedState error={account.error} onRetry={() => void account.refetch()} />
      ) : (
        <Loading label="Cargando tus sesiones">
          <Bone height="7rem" />
        </Loading>
      )}
      <BrowserChoices />
    </div>
  )
}

function Who({ operator }: { operator: Operator }) {
  const signOut = useSignOut()
  const [asked, setAsked] = useState<'nombre' | 'clave' | null>(null)
  const [problem, setProblem] = useState('')
  return (
    <section className="account-part">
      <div className="account-line">
        <span className="avatar" aria-hidden="true">
          {initials(operator.nombre)}
        </span>
        <div>
          <h2>{operator.nombre}</h2>
          <p className="soft">
            {operator.correo} · {ROLE_NAMES[operator.rol]}
          </p>
        </div>
        <button
          type="button"
          className="button"
          onClick={() => signOut().catch((error: unknown) => setProblem(readFailure(error).title))}
        >
          <Icon name="leave" />
          Salir
        </button>
      </div>
      <div className="account-line account-ways">
        <button type="button" className="button" onClick={() => setAsked('nombre')}>
          Cambiar el nombre
        </button>
        <button type="button" className="button" onClick={() => setAsked('clave')}>
          Cambiar la clave
        </button>
      </div>
      {problem ? <FieldProblem>{problem}</FieldProblem> : null}
      {asked === 'nombre' ? <NameDialog operator={operator} onClose={() => setAsked(null)} /> : null}
      {asked === 'clave' ? <PasswordDialog correo={operator.correo} onClose={() => setAsked(null)} /> : null}
    </section>
  )
}

function BrowserChoices() {
  const { theme, toggle } = useTheme()
  const keys = useLetterKeys()
  return (
    <section className="account-part">
      <div className="account-line">
        <Icon name={theme === 'light' ? 'sun' : 'moon'} />
        <div>
          <h2>Tema {theme === 'light' ? 'claro' : 'oscuro'}</h2>
          <p className="soft">Solo en este navegador.</p>
        </div>
        <button type="button" className="button" onClick={toggle}>
          {theme === 'light' ? 'Usar oscuro' : 'Usar claro'}
        </button>
      </div>
      <div className="account-line">
        <Icon name="keyboard" />
        <div>
          <h2>Teclas de una letra {keys.on ? 'activas' : 'apagadas'}</h2>
          <p className="soft">J y K para moverte, A aprobar, R rechazar, Z ampliar, U deshacer.</p>
        </div>
        <button type="button" className="button" onClick={keys.toggle}>
          {keys.on ? 'Apagar' : 'Activar'}
        </button>
      </div>
    </section>
  )
}

/** The name that the team and the journal see. */
function NameDialog({ operator, onClose }: { operator: Operator; onClose: () => void }) {
  const client = useQueryClient()
  const [nombre, setNombre] = useState(operator.nombre)
  const [problem, setProblem] = useState<string>()
  const change = useMutation({
    mutationFn: () => callPanel<Operator>('POST', '/cuenta/nombre', { nombre }),
    onSuccess: (changed) => {
      showOperator(client, changed)
      onClose()
    },
    onError: (error) => {
      const { fields, title, details } = readFailure(error)
      setProblem(fields['nombre'] ?? `${title}. ${details}`)
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    const found = checkFields(rename, { nombre })['nombre']
    setProblem(found)
    if (found === undefined) change.mutate()
  }
  return (
    <Dialog label="Cambiar tu nombre" onClose={onClose}>
      <form className="dialog-body" noValidate onSubmit={submit}>
        <div>
          <h2>Cambiar tu nombre</h2>
          <p className="soft">Así te ven el equipo y el diario. Lo que ya hiciste queda con el nombre de antes.</p>
        </div>
        <Field
          label="Tu nombre"
          name="nombre"
          autoComplete="name"
          value={nombre}
          onChange={({ target }) => setNombre(target.value)}
          problem={problem}
        />
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            Dejarlo como está
          </button>
          <button
            type="submit"
            className="button button-main"
            aria-busy={change.isPending}
            disabled={change.isPending || nombre.trim() === operator.nombre}
          >
            Cambiar el nombre
          </button>
        </div>
      </form>
    </Dialog>
  )
}

/** Another password, by the one of now. */
function PasswordDialog({ correo, onClose }: { correo: string; onClose: () => void }) {
  const client = useQueryClient()
  const [problems, setProblems] = useState<Record<string, string>>({})
  const change = useMutation({
    mutationFn: (fields: PasswordChange) => callPanel('POST', '/cuenta/clave', fields),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: accountQuery.queryKey })
      onClose()
    },
    onError: (error) => {
      const { code, fields, title, details } = readFailure(error)
      setProblems(code === 'CREDENCIALES_INVALIDAS' ? { actual: `${title}. ${details}` } : fields)
    },
  })
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const fields = { actual: text(form, 'actual'), nueva: text(form, 'nueva') }
    const found = checkFields(passwordChange, fields)
    setProblems(found)
    if (Object.keys(found).length > 0) return focusFirst(event.currentTarget, found)
    change.mutate(fields)
  }
  const failure = change.error ? readFailure(change.error) : null
  return (
    <Dialog label="Cambiar tu clave" onClose={onClose}>
      <form className="dialog-body" noValidate onSubmit={submit}>
        <div>
          <h2>Cambiar tu clave</h2>
          <p className="soft">Tus otras sesiones se cierran y te llega un correo.</p>
        </div>
        {/* For the password manager, which keeps a password with its mail. */}
        <input type="email" name="correo" autoComplete="username" value={correo} readOnly hidden />
        <Field
          label="Tu clave de ahora"
          name="actual"
          type="password"
          autoComplete="current-password"
          problem={problems['actual']}
        />
        <NewPasswordField label="Tu clave nueva" name="nueva" problem={problems['nueva']} />
        {failure && Object.keys(problems).length === 0 ? (
          <FieldProblem>
            {failure.title}. {failure.details}
          </FieldProblem>
        ) : null}
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            Dejarla como está
          </button>
          <button type="submit" className="button button-main" aria-busy={change.isPending} disabled={change.isPending}>
            {change.isPending ? 'Cambiando…' : 'Cambiar la clave'}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
