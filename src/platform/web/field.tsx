import { type ComponentProps, type ReactNode, useId } from 'react'
import './field.css'
import { Icon } from './icon.tsx'

/** Attributes that tie a control to its label, hint and error. */
export interface Control {
  id: string
  name: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** Moves the focus to the field of the first message, once its form is rendered again. */
export function focusFirst(form: HTMLFormElement | null, messages: object): void {
  const [first] = Object.keys(messages)
  const control = first && form?.querySelector<HTMLElement>(`[name="${first}"]`)
  if (control) requestAnimationFrame(() => control.focus())
}

interface Props {
  name: string
  label: string
  hint?: ReactNode
  error?: string | undefined
  children: (control: Control) => ReactNode
}

/** A labelled control with its hint below; an error takes the hint's place. */
export function Field({ name, label, hint, error, children }: Props) {
  const id = useId()
  const note = `${id}-nota`
  const control: Control = {
    id,
    name,
    'aria-describedby': error || hint ? note : undefined,
    'aria-invalid': error ? true : undefined,
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children(control)}
      <p id={note} className={error ? 'field-error' : 'field-hint'} aria-live="polite">
        {error && <Icon name="info" small />}
        {error ?? hint}
      </p>
    </div>
  )
}

/** The same with a line of text. */
export function TextField({ name, label, hint, error, ...input }: Omit<Props, 'children'> & ComponentProps<'input'>) {
  return (
    <Field name={name} label={label} hint={hint} error={error}>
      {(control) => <input {...control} className="input" {...input} />}
    </Field>
  )
}
