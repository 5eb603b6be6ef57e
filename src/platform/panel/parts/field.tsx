import { type ComponentProps, type ReactNode, useId } from 'react'
import { readFailure } from '../api.ts'
import { VerdictShape } from './verdict.tsx'

export function FieldProblem({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className="field-error bad compact" role="alert" {...(id ? { id } : {})}>
      <VerdictShape level="grave" word={false} />
      {children}
    </p>
  )
}

/** Why an action failed; nothing without a failure. */
export function Failure({ of }: { of: unknown }) {
  if (!of) return null
  const { title, details } = readFailure(of)
  return (
    <FieldProblem>
      <span>
        {title.replace(/\.$/, '')}. {details}
      </span>
    </FieldProblem>
  )
}

interface Labelled {
  label: string
  hint?: ReactNode
  problem?: string | undefined
}

/** A control that hands on its text, for who wants nothing else of its event. */
interface Heard {
  onText?: (text: string) => void
}

const heard = (onText: Heard['onText']) =>
  onText && { onChange: ({ target }: { target: { value: string } }) => onText(target.value) }

/** Ties a control to its label, hint and problem. */
interface Tied {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

/** The hint and the problem of a control, to be placed below it, and the ids that tie them to it. */
export function useNotes(hint: ReactNode, problem: string | undefined) {
  const id = useId()
  return {
    id,
    described: [hint ? `${id}-hint` : '', problem ? `${id}-problem` : ''].filter(Boolean).join(' ') || undefined,
    notes: (
      <>
        {hint ? (
          <span className="field-hint" id={`${id}-hint`}>
            {hint}
          </span>
        ) : null}
        {problem ? <FieldProblem id={`${id}-problem`}>{problem}</FieldProblem> : null}
      </>
    ),
  }
}

/** A labelled control of any kind, with its hint and its problem tied to it. */
function FieldFrame({ label, hint, problem, control }: Labelled & { control: (tied: Tied) => ReactNode }) {
  const { id, described, notes } = useNotes(hint, problem)
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {control({ id, 'aria-invalid': problem !== undefined, 'aria-describedby': described })}
      {notes}
    </div>
  )
}

/** A labelled input, which the browser fills in only if told with what. @param beside a button that belongs to it, at its end. */
export function Field({
  label,
  hint,
  problem,
  beside,
  onText,
  ...input
}: Labelled & Heard & ComponentProps<'input'> & { beside?: ReactNode }) {
  return (
    <FieldFrame
      label={label}
      hint={hint}
      problem={problem}
      control={(tied) =>
        beside ? (
          <span className="field-pair flow">
            <input className="input" autoComplete="off" {...input} {...heard(onText)} {...tied} />
            {beside}
          </span>
        ) : (
          <input className="input" autoComplete="off" {...input} {...heard(onText)} {...tied} />
        )
      }
    />
  )
}

/** A labelled text of several lines. */
export function TextField({ label, hint, problem, onText, ...area }: Labelled & Heard & ComponentProps<'textarea'>) {
  return (
    <FieldFrame
      label={label}
      hint={hint}
      problem={problem}
      control={(tied) => <textarea className="input" autoComplete="off" {...area} {...heard(onText)} {...tied} />}
    />
  )
}

/** A labelled choice from a list. Options in groups are its children. */
export function SelectField({
  label,
  hint,
  problem,
  options,
  children,
  onText,
  ...select
}: Labelled &
  Heard &
  ComponentProps<'select'> & { options?: readonly (readonly [value: string | number, name: string])[] }) {
  return (
    <FieldFrame
      label={label}
      hint={hint}
      problem={problem}
      control={(tied) => (
        <select className="input" {...select} {...heard(onText)} {...tied}>
          {children}
          {options?.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      )}
    />
  )
}

/**
 * A button of a slow action: it shows that it is busy, and cannot be pressed again meanwhile. The action may end before that is shown: the second tap
 * of a double one, as the browser counts them (`detail`), is the first one's. Keys count 0.
 */
export function BusyButton({ pending, disabled, onClick, ...button }: ComponentProps<'button'> & { pending: boolean }) {
  const tap: typeof onClick = (event) => (event.detail > 1 ? event.preventDefault() : onClick?.(event))
  return (
    <button
      type="button"
      className="btn"
      {...button}
      onClick={tap}
      aria-busy={pending}
      disabled={pending || disabled}
    />
  )
}
