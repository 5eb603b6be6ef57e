import { type ComponentProps, type ReactNode, useId } from 'react'
import { VerdictShape } from './panel-verdict.tsx'

export function FieldProblem({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className="field-problem" role="alert" {...(id ? { id } : {})}>
      <VerdictShape level="grave" word={false} />
      {children}
    </p>
  )
}

/** A labelled input with its hint and its problem tied to it. */
export function Field({
  label,
  hint,
  problem,
  ...input
}: { label: string; hint?: ReactNode; problem?: string | undefined } & ComponentProps<'input'>) {
  const id = useId()
  const described = [hint ? `${id}-hint` : '', problem ? `${id}-problem` : ''].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        className="input"
        {...input}
        id={id}
        aria-invalid={problem !== undefined}
        {...(described ? { 'aria-describedby': described } : {})}
      />
      {hint ? (
        <span className="field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      ) : null}
      {problem ? <FieldProblem id={`${id}-problem`}>{problem}</FieldProblem> : null}
    </div>
  )
}
