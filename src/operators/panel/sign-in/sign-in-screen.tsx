import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { z } from 'zod'
import { ask } from '#access/panel/ask.ts'
import { readFailure } from '#platform/panel/api.ts'
import { focusFirst } from '#platform/panel/form/problems.ts'
import { useShortForm } from '#platform/panel/form/short-form.ts'
import { Button, ButtonLink, SubmitButton } from '#platform/panel/parts/button.tsx'
import { Field, FieldProblem } from '#platform/panel/parts/field.tsx'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import { credentials } from '../../contract.ts'
import { readRecoveryCode } from '../../recovery-code.ts'
import { answerWithKey, CodeField, isWhole, keysPossible, mayGoOn, NO_CODE } from '../factor/code-field.tsx'
import { CHANGED_PHONE } from '../factor/second-factor.tsx'
import { showOperator } from '../status.ts'
import { EntryForm, EntryFrame } from './entry-frame.tsx'
import { PasswordField } from './password-field.tsx'

interface Given {
  correo: string
  clave: string
  /** Request to one of the operator's keys; null without keys, empty once it was used. */
  request: object | null
}

/** A right password without a code is refused with a challenge for a key. */
async function askForKey(correo: string, clave: string): Promise<object> {
  try {
    await ask('POST /api/panel/sesion', { body: { correo, clave } })
  } catch (error) {
    const { body } = readFailure(error)
    if (typeof body['llave'] === 'object' && body['llave'] !== null) return body['llave']
    throw error
  }
  throw readFailure(null)
}

/** Mail and password; then, with a second factor, its code. */
export function SignInScreen({ site, ended }: { site: string; ended: boolean }) {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [given, setGiven] = useState<Given | null>(null)
  const signIn = useMutation({
    mutationFn: (body: z.input<typeof credentials>) => ask('POST /api/panel/sesion', { body }),
    onSuccess: (operator, { codigo = '' }) => {
      showOperator(client, operator)
      // An operator who used one of their ten codes has lost their phone, or has another.
      if ('code' in readRecoveryCode(codigo)) navigate(CHANGED_PHONE)
    },
    onError: (error, fields) => {
      const { code, body } = readFailure(error)
      if (code === 'CODIGO_REQUERIDO') {
        const request = typeof body['llave'] === 'object' ? body['llave'] : null
        setGiven({ correo: fields.correo, clave: fields.clave, request })
      }
      if (code === 'CREDENCIALES_INVALIDAS') setGiven(null)
    },
  })
  const [keyProblem, setKeyProblem] = useState<string | null>(null)
  const failure = signIn.error ? readFailure(signIn.error) : null
  const problem = failure && failure.code !== 'CODIGO_REQUERIDO' ? `${failure.title}. ${failure.details}` : null

  /** A request to a key counts once: for another try the server makes a new one. */
  async function byKey() {
    if (!given) return
    const { correo, clave, request } = given
    setKeyProblem(null)
    setGiven({ ...given, request: {} })
    try {
      const asked = request && 'challenge' in request ? request : await askForKey(correo, clave)
      signIn.mutate({ correo, clave, llave: await answerWithKey(asked) })
    } catch (error) {
      const told = readFailure(error)
      setKeyProblem(`${told.title}. ${told.details}`)
    }
  }

  return (
    <EntryFrame
      site={site}
      foot={
        <p>
          ¿Perdiste también el teléfono y los códigos? Un dueño puede quitar tu segundo paso en Equipo, o quien cuida el
          servidor desde la consola.
        </p>
      }
    >
      {given ? (
        <CodeForm
          correo={given.correo}
          pending={signIn.isPending}
          problem={keyProblem ?? problem}
          onChange={() => {
            signIn.reset()
            setGiven(null)
          }}
          onCode={(codigo) => {
            setKeyProblem(null)
            signIn.mutate({ correo: given.correo, clave: given.clave, codigo })
          }}
          onKey={given.request && keysPossible() ? byKey : null}
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
  const form = useShortForm({ fields: credentials, send: async (fields) => props.onGiven(fields) })
  return (
    <EntryForm
      title="Entra al panel"
      says={props.ended ? 'Tu sesión terminó. Entra y sigues donde estabas.' : null}
      form={{ submit: form.submit, pending: props.pending }}
      action="Entrar"
      doing="Entrando…"
      below={<ButtonLink look="link" text="Olvidé mi clave" className="self-centre" href="/clave" />}
    >
      <Field label="Correo" type="email" autoComplete="username" {...form.field('correo')} />
      <PasswordField label="Clave" autoComplete="current-password" {...form.field('clave')} />
      {props.problem ? <FieldProblem>{props.problem}</FieldProblem> : null}
    </EntryForm>
  )
}

function CodeForm(props: {
  correo: string
  pending: boolean
  problem: string | null
  onChange: () => void
  onCode: (codigo: string) => void
  /** Null without a key, or where the browser knows none. */
  onKey: (() => Promise<void>) | null
}) {
  const [typed, setTyped] = useState(NO_CODE)
  return (
    <>
      <div className="pad-3-5 line-below row gap-3">
        <VerdictShape level="bien" word={false} />
        <span className="grow">
          <span className="faint small">Usuario</span>
          <br />
          {props.correo}
        </span>
        <Button look="link" text="Cambiar" onClick={props.onChange} />
      </div>
      <form
        className="entry-form pad-5 stack gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (isWhole(typed)) return props.onCode(typed.value)
          setTyped({ ...typed, sent: true })
          focusFirst(event.currentTarget, { codigo: '' })
        }}
      >
        <div>
          <h1>{typed.recovering ? 'Código de recuperación' : 'Código de tu teléfono'}</h1>
          <p className="soft">Después de tu clave, el segundo paso.</p>
        </div>
        <CodeField typed={typed} onTyped={setTyped} autoFocus />
        {props.onKey ? (
          <Button icon="key" text="Usar llave de acceso" disabled={props.pending} onClick={props.onKey} />
        ) : null}
        {props.problem ? <FieldProblem>{props.problem}</FieldProblem> : null}
        <SubmitButton
          text={props.pending ? 'Entrando…' : 'Entrar'}
          pending={props.pending}
          disabled={!mayGoOn(typed)}
        />
      </form>
    </>
  )
}
