import type { ReactNode } from 'react'

/** One of a few, side by side: the view changes immediately. */
export function Segments<Value extends string>(props: {
  label: string
  value: Value
  options: readonly { value: Value; name: ReactNode }[]
  onChange: (value: Value) => void
}) {
  return (
    <fieldset className="segments shrinks edge-strong round scrolls-x" aria-label={props.label}>
      {props.options.map(({ value, name }) => (
        <button key={value} type="button" aria-pressed={value === props.value} onClick={() => props.onChange(value)}>
          {name}
        </button>
      ))}
    </fieldset>
  )
}
