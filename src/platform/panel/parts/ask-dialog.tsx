import { type FormEvent, type ReactNode, useId } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Failure, FieldProblem } from './field.tsx'

/** Asks once before an action, with the fields that it needs. It shows the action's error. */
export function AskDialog(props: {
  /** Its name; the heading too, if there is no `title`. */
  label: string
  title?: ReactNode
  lead?: ReactNode
  children?: ReactNode
  /** The action: the dialog is busy meanwhile, and shows why it failed. */
  deed?: { error: unknown; isPending: boolean }
  /** Replaces the deed's error, if a field shows it. */
  error?: unknown
  /** What is wrong with what was given, in place of a failure. */
  problem?: string
  /** The words of the button that leaves all as it is. */
  leave: string
  action: string
  danger?: boolean
  pending?: boolean
  off?: boolean
  /** Why the button is off, shown next to it; empty text while it is not. */
  why?: string
  onConfirm: (event: FormEvent<HTMLFormElement>) => void
  onClose: () => void
}) {
  const id = useId()
  const { deed, error = deed?.error, pending = deed?.isPending ?? false } = props
  return (
    <Dialog label={props.label} onClose={props.onClose}>
      <form
        className="dialog-body"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const form = event.currentTarget
          props.onConfirm(event)
          // Once it is drawn, the first field that is wrong may be out of sight.
          queueMicrotask(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
        }}
      >
        <div>
          <h2>{props.title ?? props.label}</h2>
          {props.lead ? <p className="soft">{props.lead}</p> : null}
        </div>
        {props.children}
        <div className="dialog-actions">
          {props.problem ? <FieldProblem>{props.problem}</FieldProblem> : <Failure of={error} />}
          {props.why === undefined ? null : (
            <span className="faint small ask-why fill narrow-line maybe" id={id}>
              {props.why}
            </span>
          )}
          <Button text={props.leave} onClick={props.onClose} />
          <Button
            look={props.danger ? 'bad-full' : 'go'}
            text={props.action}
            type="submit"
            pending={pending}
            {...(props.why !== undefined && { 'aria-describedby': id })}
            disabled={props.off || Boolean(props.why)}
          />
        </div>
      </form>
    </Dialog>
  )
}

/** Shows something until it is closed. `sticky` stays when one taps next to it. */
export function TellDialog(props: {
  /** Its name; the heading too, if there is no `title`. */
  label: string
  title?: ReactNode
  children: ReactNode
  /** The words of its button. */
  done: string
  sticky?: boolean
  onClose: () => void
}) {
  return (
    <Dialog label={props.label} sticky={props.sticky ?? false} onClose={props.onClose}>
      <div className="dialog-body">
        <h2>{props.title ?? props.label}</h2>
        {props.children}
        <div className="dialog-actions">
          <Button look="go" text={props.done} onClick={props.onClose} />
        </div>
      </div>
    </Dialog>
  )
}
