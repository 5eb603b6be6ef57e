import { type ComponentProps, useState } from 'react'
import { Button } from '#platform/panel/parts/button.tsx'
import { Field, useNotes } from '#platform/panel/parts/field.tsx'
import { readRecoveryCode } from '../../recovery-code.ts'
import '../sign-in/entry.css'

const PLACES = [0, 1, 2, 3, 4, 5] as const

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

/**
 * Six numbers in six boxes. The input is one ordinary field above them, so that a phone's suggestion, a paste and a
 * screen reader meet a field as any other.
 */
export function SixDigits({
  label,
  hint,
  problem,
  value,
  onValue,
  ...input
}: {
  label: string
  hint: string
  problem?: string | undefined
  value: string
  onValue: (value: string) => void
} & Pick<ComponentProps<'input'>, 'autoFocus'>) {
  const { id, described, notes } = useNotes(hint, problem)
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className={problem === undefined ? 'digits gap-2 grid anchor' : 'digits gap-2 grid anchor digits-wrong'}>
        <input
          {...input}
          id={id}
          name="codigo"
          value={value}
          onChange={({ target }) => onValue(target.value.replace(/\D/g, '').slice(0, 6))}
          inputMode="numeric"
          autoComplete="one-time-code"
          aria-invalid={problem !== undefined}
          aria-describedby={described}
        />
        {PLACES.map((place) => (
          <span
            key={place}
            aria-hidden="true"
            className={`digit centre round raised title strong ${place === Math.min(value.length, 5) ? 'digit-next' : ''}`}
          >
            {value.charAt(place)}
          </span>
        ))}
      </div>
      {notes}
    </div>
  )
}
