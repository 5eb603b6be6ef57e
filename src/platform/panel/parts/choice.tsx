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
    <fieldset className="grid gap-1 shrinks" disabled={props.disabled} aria-describedby={described}>
      <legend>{props.label}</legend>
      <div className="choice-options grid gap-2">
        {props.options.map(({ value, label, says, off }) => (
          <label key={value} className="choice-option row-top target round">
            <input
              type="radio"
              name={props.name}
              value={value}
              checked={props.value === value}
              disabled={off !== undefined}
              onChange={() => props.onChange(value)}
            />
            <span>
              <span className="block strong">{label}</span>
              {(off ?? says) ? <span className="block faint small">{off ?? says}</span> : null}
            </span>
          </label>
        ))}
      </div>
      {notes}
    </fieldset>
  )
}

/** A yes or no. */
export function Check(props: {
  label: ReactNode
  /** Its meaning, below the name. */
  says?: ReactNode
  name?: string
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}) {
  const { label, says, onChange, ...input } = props
  return (
    <label className="check pad-y-2 press target row-top gap-3">
      <input type="checkbox" {...input} onChange={({ target }) => onChange(target.checked)} />
      <span>
        <span className={says ? 'block strong' : undefined}>{label}</span>
        {says ? <span className="block faint small">{says}</span> : null}
      </span>
    </label>
  )
}
