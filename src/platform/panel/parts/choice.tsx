import { type ReactNode, useId } from 'react'
import { FieldProblem } from './field.tsx'
import './parts.css'

export interface ChoiceOption<Value extends string> {
  value: Value
  label: string
  /** What it means, below its name. */
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

/** One of a few, all in sight: radio buttons as cards. One that cannot be chosen says why. */
export function Choice<Value extends string>(props: Props<Value>) {
  const id = useId()
  const described = [props.hint ? `${id}-hint` : '', props.problem ? `${id}-problem` : ''].filter(Boolean).join(' ')
  return (
    <fieldset className="choice" disabled={props.disabled} {...(described ? { 'aria-describedby': described } : {})}>
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
      {props.hint ? (
        <span className="field-hint" id={`${id}-hint`}>
          {props.hint}
        </span>
      ) : null}
      {props.problem ? <FieldProblem id={`${id}-problem`}>{props.problem}</FieldProblem> : null}
    </fieldset>
  )
}

/** One of a few, side by side: what is shown changes at once. */
export function Segments<Value extends string>(props: {
  label: string
  value: Value
  options: readonly { value: Value; name: string }[]
  onChange: (value: Value) => void
}) {
  return (
    <fieldset className="segments" aria-label={props.label}>
      {props.options.map(({ value, name }) => (
        <button key={value} type="button" aria-pressed={value === props.value} onClick={() => props.onChange(value)}>
          {name}
        </button>
      ))}
    </fieldset>
  )
}
