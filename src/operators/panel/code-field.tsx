import { useState } from 'react'
import { Field } from '#platform/web/panel-field.tsx'

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
  // The two are different fields: what a phone suggests for one is wrong for the other.
  const [switched, setSwitched] = useState(false)
  return (
    <div className="code-field">
      <Field
        key={String(recovering)}
        label={recovering ? 'Código de recuperación' : 'Código de 6 números'}
        className={recovering ? 'input' : 'input input-code'}
        name="codigo"
        value={value}
        onChange={({ target }) =>
          props.onTyped({ recovering, value: recovering ? target.value : target.value.replace(/\D/g, '').slice(0, 6) })
        }
        hint={
          recovering
            ? 'Uno de los diez que guardaste. Cada uno sirve una vez.'
            : 'El que muestra ahora tu aplicación de códigos.'
        }
        inputMode={recovering ? 'text' : 'numeric'}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={props.autoFocus === true || switched}
        problem={props.problem}
      />
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
