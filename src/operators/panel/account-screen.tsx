import { useState } from 'react'
import { readFailure } from '#platform/web/panel-api.ts'
import { FieldProblem } from '#platform/web/panel-field.tsx'
import { Icon } from '#platform/web/panel-icon.tsx'
import { useLetterKeys, useTheme } from '#platform/web/panel-preferences.ts'
import { type Operator, ROLE_NAMES } from '../contract.ts'
import { useSignOut } from './panel-status.ts'
import { SecondFactor } from './second-factor.tsx'
import './account.css'

/** The operator's own things: who he is here, his second factor, this browser's choices, the way out. */
export function AccountScreen({ operator }: { operator: Operator }) {
  const signOut = useSignOut()
  const { theme, toggle } = useTheme()
  const keys = useLetterKeys()
  const [problem, setProblem] = useState('')
  return (
    <div className="account">
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
        {problem ? <FieldProblem>{problem}</FieldProblem> : null}
      </section>
      <SecondFactor operator={operator} />
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
    </div>
  )
}

export function initials(nombre: string): string {
  return nombre
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
}
