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
  /** Gets the control's text, for who wants nothing else of its event. */
  onText?: (text: string) => void
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

/** A labelled control of any kind, with its hint and its problem tied to it. @param draw renders the control itself */
function FieldFrame<Own extends object>(props: Labelled & Own & { draw: (own: Own) => ReactNode }) {
  const { label, hint, problem, onText, draw, ...own } = props
  const { id, described, notes } = useNotes(hint, problem)
  const control = {
    ...own,
    ...(onText && { onChange: ({ target }: { target: { value: string } }) => onText(target.value) }),
    ...{ id, 'aria-invalid': problem !== undefined, 'aria-describedby': described },
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {draw(control as unknown as Own)}
      {notes}
    </div>
  )
}

/** A labelled input, which the browser fills in only if told with what. @param beside a button that belongs to it, at its end. */
export function Field({ beside, ...field }: Labelled & ComponentProps<'input'> & { beside?: ReactNode }) {
  return (
    <FieldFrame<ComponentProps<'input'>>
      {...field}
      draw={(own) => {
        const input = <input className="input" autoComplete="off" {...own} />
        return beside ? (
          <span className="field-pair flow">
            {input}
            {beside}
          </span>
        ) : (
          input
        )
      }}
    />
  )
}

/** A labelled text of several lines. */
export function TextField(field: Labelled & ComponentProps<'textarea'>) {
  return (
    <FieldFrame<ComponentProps<'textarea'>>
      {...field}
      draw={(area) => <textarea className="input" autoComplete="off" {...area} />}
    />
  )
}

type Options = readonly (readonly [value: string | number, name: string])[]

/** A labelled choice from a list. Options in groups are its children. */
export function SelectField({
  options,
  children,
  ...field
}: Labelled & ComponentProps<'select'> & { options?: Options }) {
  return (
    <FieldFrame<ComponentProps<'select'>>
      {...field}
      draw={(select) => (
        <select className="input" {...select}>
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
