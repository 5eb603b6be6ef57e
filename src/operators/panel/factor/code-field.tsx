import { type ComponentProps, useState } from 'react'
import { Button } from '#platform/panel/parts/button.tsx'
import { Field } from '#platform/panel/parts/field.tsx'
import { readRecoveryCode } from '../../recovery-code.ts'
import '../sign-in/entry.css'
import { ask } from '#access/panel/ask.ts'
import { PanelFailure } from '#platform/panel/api.ts'
import type { KeyAnswer } from '../../contract.ts'

/** Typed text, and whether it is the six numbers or a recovery code. */
export interface TypedCode {
  value: string
  recovering: boolean
  /** Somebody wanted to go on with it: the missing part is shown. */
  sent?: boolean
}

export const NO_CODE: TypedCode = { value: '', recovering: false }

export function isWhole({ value, recovering }: TypedCode): boolean {
  return recovering ? 'code' in readRecoveryCode(value) : /^\d{6}$/.test(value)
}

/** Whether the button to continue is of use. With a recovery code it also shows the problem of the typed text. */
export function mayGoOn(typed: TypedCode): boolean {
  return typed.recovering ? typed.value.trim() !== '' : isWhole(typed)
}

/** Why that cannot be a recovery code: immediately if more typing cannot fix it, otherwise when somebody wants to go on. */
function problemOf({ value, recovering, sent }: TypedCode): string | undefined {
  const read = recovering && value.trim() !== '' ? readRecoveryCode(value) : null
  return read && 'problem' in read && (sent || !read.unfinished) ? read.problem : undefined
}

/** The code of a second factor: six numbers, or one of the recovery codes when the phone is lost. */
export function CodeField(props: {
  typed: TypedCode
  onTyped: (typed: TypedCode) => void
  problem?: string | undefined
  autoFocus?: boolean
}) {
  const { value, recovering } = props.typed
  const [switched, setSwitched] = useState(false)
  const common = {
    problem: problemOf(props.typed) ?? props.problem,
    value,
    autoFocus: props.autoFocus === true || switched,
  }
  return (
    <div className="code-field from-start stack gap-1">
      {recovering ? (
        <Field
          {...common}
          label="Código de recuperación"
          name="codigo"
          hint="Uno de los diez que guardaste. Cada uno sirve una vez."
          onText={(text) => props.onTyped({ recovering, value: text })}
          autoCapitalize="none"
          spellCheck={false}
        />
      ) : (
        <SixDigits
          {...common}
          label="Código de 6 dígitos"
          hint="El que muestra ahora tu aplicación de códigos."
          onValue={(typed) => props.onTyped({ recovering, value: typed })}
        />
      )}
      <Button
        look="link"
        text={recovering ? 'Usar la aplicación' : 'Usar un código de recuperación'}
        className="small"
        onClick={() => {
          setSwitched(true)
          props.onTyped({ value: '', recovering: !recovering })
        }}
      />
    </div>
  )
}

/** Six numbers, which a phone suggests. */
export function SixDigits({ onValue, ...field }: ComponentProps<typeof Field> & { onValue: (value: string) => void }) {
  return (
    <Field
      name="codigo"
      inputMode="numeric"
      autoComplete="one-time-code"
      {...field}
      onText={(text) => onValue(text.replace(/\D/g, '').slice(0, 6))}
    />
  )
}

/** Whether this browser, on this address, can use a key at all. */
export function keysPossible(): boolean {
  return isSecureContext && typeof PublicKeyCredential === 'function'
}

/** Makes a key by the server's options. @throws PanelFailure when nobody touched it, or the host is another. */
export async function createKey(options: object): Promise<KeyAnswer> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = options as Parameters<typeof startRegistration>[0]['optionsJSON']
  const made = await startRegistration({ optionsJSON }).catch(tell)
  return { ...made, response: { ...made.response } }
}

/** Answers the server's challenge with a key. @throws PanelFailure as `createKey` does. */
export async function answerWithKey(options: object): Promise<KeyAnswer> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = options as Parameters<typeof startAuthentication>[0]['optionsJSON']
  const answer = await startAuthentication({ optionsJSON }).catch(tell)
  return { ...answer, response: { ...answer.response } }
}

/** A fresh code by a key, for the calls that want one. */
export async function codeByKey(): Promise<string> {
  const llave = await answerWithKey(await ask('POST /api/panel/segundo-factor/llave'))
  const { codigo } = await ask('POST /api/panel/segundo-factor/llave/confirmar', { body: { llave } })
  return codigo
}

/** Why a browser used no key, by the name of its error. */
const KEY_TROUBLES: Readonly<Record<string, { error: string; details: string }>> = {
  InvalidStateError: { error: 'Esa llave ya está agregada', details: 'Usa otro equipo o quita la de antes.' },
  SecurityError: {
    error: 'Aquí no sirven las llaves',
    details: 'Entra por la dirección pública del sitio, con https.',
  },
}
const NO_KEY = { error: 'No se usó la llave', details: 'Inténtalo otra vez o escribe el código.' }

function tell(error: unknown): never {
  throw new PanelFailure(409, KEY_TROUBLES[error instanceof Error ? error.name : ''] ?? NO_KEY)
}
