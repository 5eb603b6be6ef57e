import type { ReactNode } from 'react'
import { useNotes } from './field.tsx'
import './parts.css'

export interface ChoiceOption<Value extends string> {
  value: Value
  label: string
  /** Its meaning, below the name. */
  says?: string
  /** Why it cannot be chosen. */
  off?: string | undefined
}

interface Props<Value extends string> {
  label: string
  name: string
  value: Value
  options: readonly ChoiceOption<Value>[]
  onChange: (value: Value) => void
  hint?: ReactNode
  problem?: string | undefined
  disabled?: boolean
}

/** One of a few, all in sight: radio buttons as cards. A disabled one shows why. */
export function Choice<Value extends string>(props: Props<Value>) {
  const { described, notes } = useNotes(props.hint, props.problem)
  return (
    <fieldset className="choice" disabled={props.disabled} aria-describedby={described}>
      <legend>{props.label}</legend>
      <div className="choice-options">
        {props.options.map(({ value, label, says, off }) => (
          <label key={value} className="choice-option">
            <input
              type="radio"
              name={props.name}
              value={value}
              checked={props.value === value}
              disabled={off !== undefined}
              onChange={() => props.onChange(value)}
            />
            <span>
              <span className="choice-name">{label}</span>
              {(off ?? says) ? <span className="choice-says">{off ?? says}</span> : null}
            </span>
          </label>
        ))}
      </div>
      {notes}
    </fieldset>
  )
}
