import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Operator } from '#access/contract.ts'
import { ask, refresh, useAsk, useDeed } from '#access/panel/ask.ts'
import { ROLE_NAMES } from '#access/roles.ts'
import { byMail } from '#mail/mail-leaves.ts'
import { readFailure } from '#platform/panel/api.ts'
import { useShortForm } from '#platform/panel/form/short-form.ts'
import { AskDialog } from '#platform/panel/parts/ask-dialog.tsx'
import { AskButton, Button } from '#platform/panel/parts/button.tsx'
import { Failure, Field, FieldProblem } from '#platform/panel/parts/field.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { Waiting } from '#platform/panel/parts/states.tsx'
import { useLetterKeys, useTheme } from '#platform/panel/preferences.ts'
import { Keys } from '../factor/keys.tsx'
import { SecondFactor } from '../factor/second-factor.tsx'
import { showOperator } from '../status.ts'
import { AccountLine, Avatar } from './account-line.tsx'
import './account.css'
import { formatMoment, formatWait, useServerClock } from '#platform/panel/time.ts'
import { type OwnSession, passwordChange, rename } from '../../contract-account.ts'
import { NewPasswordField, PasswordField } from '../sign-in/password-field.tsx'

/** The operator's account: identity, ways in, sessions, this browser's choices, the way out. */
export function AccountScreen({ operator }: { operator: Operator }) {
  const account = useAsk('GET /api/panel/cuenta')
  return (
    <div className="account stack gap-4">
      <Who operator={operator} />
      <SecondFactor operator={operator} codesLeft={account.data?.codigos_restantes ?? null} />
      {account.data && operator.segundo_factor ? <Keys keys={account.data.llaves} /> : null}
      {account.data ? (
        <Sessions sessions={account.data.sesiones} />
      ) : (
        <Waiting query={account} label="Cargando tus sesiones" />
      )}
      <BrowserChoices />
    </div>
  )
}

function Who({ operator }: { operator: Operator }) {
  const client = useQueryClient()
  const signOut = useDeed('DELETE /api/panel/sesion', { done: () => showOperator(client, null) })
  return (
    <section className="account-part card">
      <AccountLine
        mark={<Avatar nombre={operator.nombre} />}
        title={operator.nombre}
        says={`${operator.correo} · ${ROLE_NAMES[operator.rol]}`}
      >
        <Button icon="leave" text="Salir" onClick={() => signOut.mutate()} />
      </AccountLine>
      <div className="account-line pad-4-5 row gap-4 gap-2 wrap thumbs">
        <AskButton text="Cambiar el nombre" ask={(close) => <NameDialog operator={operator} onClose={close} />} />
        <AskButton
          text="Cambiar la clave"
          ask={(close) => <PasswordDialog correo={operator.correo} onClose={close} />}
        />
      </div>
      {signOut.error ? <FieldProblem>{readFailure(signOut.error).title}</FieldProblem> : null}
    </section>
  )
}

function BrowserChoices() {
  const { theme, toggle } = useTheme()
  const keys = useLetterKeys()
  return (
    <section className="account-part card">
      <AccountLine
        mark={<Icon name={theme === 'light' ? 'sun' : 'moon'} />}
        title={`Tema ${theme === 'light' ? 'claro' : 'oscuro'}`}
        says="Solo en este navegador."
      >
        <Button text={theme === 'light' ? 'Usar oscuro' : 'Usar claro'} onClick={toggle} />
      </AccountLine>
      <AccountLine
        mark={<Icon name="keyboard" />}
        title={`Teclas de una letra ${keys.on ? 'activas' : 'apagadas'}`}
        says="J y K para moverte, A aprobar, R rechazar, Z ampliar, U deshacer."
      >
        <Button text={keys.on ? 'Apagar' : 'Activar'} onClick={keys.toggle} />
      </AccountLine>
    </section>
  )
}

/** The name that the team and the journal see. */
function NameDialog({ operator, onClose }: { operator: Operator; onClose: () => void }) {
  const client = useQueryClient()
  const [nombre, setNombre] = useState(operator.nombre)
  const form = useShortForm({
    fields: rename,
    send: (body) => ask('POST /api/panel/cuenta/nombre', { body }),
    done: (changed) => {
      showOperator(client, changed)
      onClose()
    },
    about: () => 'nombre',
  })
  return (
    <AskDialog
      label="Cambiar tu nombre"
      lead="Así te ven el equipo y el diario. Lo que ya hiciste queda con el nombre de antes."
      leave="Dejarlo como está"
      action="Cambiar el nombre"
      pending={form.pending}
      off={nombre.trim() === operator.nombre}
      onConfirm={form.submit}
      onClose={onClose}
    >
      <Field label="Tu nombre" {...form.field('nombre')} autoComplete="name" value={nombre} onText={setNombre} />
    </AskDialog>
  )
}

/** Another password, by the one of now. */
function PasswordDialog({ correo, onClose }: { correo: string; onClose: () => void }) {
  const client = useQueryClient()
  const form = useShortForm({
    fields: passwordChange,
    send: (body) => ask('POST /api/panel/cuenta/clave', { body }),
    done: () => {
      void refresh(client, ['GET /api/panel/cuenta'])
      onClose()
    },
    about: ({ code }) => (code === 'CREDENCIALES_INVALIDAS' ? 'actual' : null),
  })
  return (
    <AskDialog
      label="Cambiar tu clave"
      lead={`Tus otras sesiones se cierran${byMail(' y te llega un correo')}.`}
      error={form.error}
      leave="Dejarla como está"
      action={form.pending ? 'Cambiando…' : 'Cambiar la clave'}
      pending={form.pending}
      onConfirm={form.submit}
      onClose={onClose}
    >
      {/* For the password manager, which keeps a password with its mail. */}
      <input type="email" name="correo" autoComplete="username" value={correo} readOnly hidden />
      <PasswordField label="Tu clave de ahora" {...form.field('actual')} autoComplete="current-password" />
      <NewPasswordField label="Tu clave nueva" {...form.field('nueva')} />
    </AskDialog>
  )
}

/** The operator's sessions, and the way to end unknown ones. */
function Sessions({ sessions }: { sessions: OwnSession[] }) {
  const now = useServerClock(60_000)
  const end = useDeed(
    (id: string | null) =>
      id === null
        ? ask('DELETE /api/panel/cuenta/sesiones')
        : ask('DELETE /api/panel/cuenta/sesiones/:id', { params: { id } }),
    { refreshes: ['GET /api/panel/cuenta'] },
  )
  const others = sessions.length - 1
  return (
    <section className="account-part card" aria-labelledby="sesiones">
      <AccountLine
        id="sesiones"
        title="Dónde has entrado"
        says="Si no reconoces una sesión, ciérrala y cambia tu clave."
      >
        {others > 0 ? (
          <Button
            text={others === 1 ? 'Cerrar la otra' : `Cerrar las otras ${others}`}
            disabled={end.isPending}
            onClick={() => end.mutate(null)}
          />
        ) : null}
      </AccountLine>
      <ul>
        {sessions.map((session) => (
          <li key={session.id} className="account-line pad-4-5 row gap-4">
            <Icon name={/Android|iPhone/.test(session.equipo) ? 'phone' : 'screen'} />
            <div className="grow">
              <h3>
                {session.equipo}
                {session.actual ? <span className="here ok pad-x-2 plain small">Esta</span> : null}
              </h3>
              <p className="soft small">
                {session.ip} · entró {formatMoment(session.creado_en, now)}
                {session.actual ? '' : ` · ${tellUse(now - Date.parse(session.usado_en))}`}
              </p>
            </div>
            {session.actual ? null : (
              <Button
                text="Cerrar"
                disabled={end.isPending}
                aria-label={`Cerrar la sesión de ${session.equipo}`}
                onClick={() => end.mutate(session.id)}
              />
            )}
          </li>
        ))}
      </ul>
      <Failure of={end.error} />
    </section>
  )
}

/** A session in use is noted every five minutes. */
function tellUse(milliseconds: number): string {
  return milliseconds < 6 * 60_000 ? 'en uso' : `sin uso hace ${formatWait(milliseconds)}`
}
