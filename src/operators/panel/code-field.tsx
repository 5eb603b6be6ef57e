import { useState } from 'react'
import { Field } from '#platform/web/panel-field.tsx'
import { SixDigits } from './six-digits.tsx'
import './code-field.css'

/** What is typed, and whether it is the six numbers or a recovery code. */
export interface TypedCode {
  value: string
  recovering: boolean
}

export const NO_CODE: TypedCode = { value: '', recovering: false }

export function isWhole({ value, recovering }: TypedCode): boolean {
  return recovering ? value.replace(/[^a-z2-7]/gi, '').length === 16 : /^\d{6}$/.test(value)
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
  const common = { problem: props.problem, value, autoFocus: props.autoFocus === true || switched }
  return (
    <div className="code-field">
      {recovering ? (
        <Field
          {...common}
          label="Código de recuperación"
          name="codigo"
          hint="Uno de los diez que guardaste. Cada uno sirve una vez."
          onChange={({ target }) => props.onTyped({ recovering, value: target.value })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      ) : (
        <SixDigits
          {...common}
          label="Código de 6 números"
          hint="El que muestra ahora tu aplicación de códigos."
          onValue={(typed) => props.onTyped({ recovering, value: typed })}
        />
      )}
      <button
        type="button"
        className="text-link small"
        onClick={() => {
          setSwitched(true)
          props.onTyped({ value: '', recovering: !recovering })
        }}
      >
        {recovering ? 'Usar la aplicación' : 'Usar un código de recuperación'}
      </button>
    </div>
  )
}
