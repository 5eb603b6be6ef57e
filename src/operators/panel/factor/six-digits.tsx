import { type ComponentProps, useId } from 'react'
import { FieldProblem } from '#platform/panel/parts/field.tsx'
import '../sign-in/entry.css'

const PLACES = [0, 1, 2, 3, 4, 5] as const

/**
 * Six numbers in six boxes. What is typed into is one ordinary field above them, so that a phone's suggestion, a paste and a
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
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className={problem === undefined ? 'digits' : 'digits digits-wrong'}>
        <input
          {...input}
          id={id}
          name="codigo"
          value={value}
          onChange={({ target }) => onValue(target.value.replace(/\D/g, '').slice(0, 6))}
          inputMode="numeric"
          autoComplete="one-time-code"
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? `${id}-hint` : `${id}-hint ${id}-problem`}
        />
        {PLACES.map((place) => (
          <span
            key={place}
            aria-hidden="true"
            className={place === Math.min(value.length, 5) ? 'digit centre strong digit-next' : 'digit centre strong'}
          >
            {value.charAt(place)}
          </span>
        ))}
      </div>
      <span className="field-hint" id={`${id}-hint`}>
        {hint}
      </span>
      {problem === undefined ? null : <FieldProblem id={`${id}-problem`}>{problem}</FieldProblem>}
    </div>
  )
}
