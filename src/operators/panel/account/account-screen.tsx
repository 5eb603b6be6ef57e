import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readFailure } from '#platform/panel/api.ts'
import { FieldProblem } from '#platform/panel/parts/field.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { Bone, FailedState, Loading } from '#platform/panel/parts/states.tsx'
import { useLetterKeys, useTheme } from '#platform/panel/preferences.ts'
import type { Operator } from '../../contract.ts'
import { ROLE_NAMES } from '../../roles.ts'
import { Keys } from '../factor/keys.tsx'
import { SecondFactor } from '../factor/second-factor.tsx'
import { useSignOut } from '../sign-in/panel-status.ts'
import { initials } from '../team/initials.ts'
import { accountQuery } from './account-query.ts'
import { NameDialog } from './name-dialog.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { Sessions } from './sessions.tsx'
import './account.css'

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
