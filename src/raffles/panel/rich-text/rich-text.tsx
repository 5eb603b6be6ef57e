import { type ReactNode, useId } from 'react'
import { formatCount } from '#platform/money.ts'
import { FieldProblem } from '#platform/panel/parts/field.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { TextTools } from './text-tools.tsx'
import { useEditor } from './use-editor.ts'
import './rich-text.css'

interface Props {
  label: string
  /** HTML of the sanitiser's list, or the plain text of an older raffle. */
  value: string
  /** At every change by who types; empty when there is nothing to read. */
  onChange: (html: string) => void
  /** Characters of HTML. */
  limit: number
  /** Of the form: what its `elements.namedItem` finds and can focus. */
  name?: string
  hint?: ReactNode
  problem?: string | undefined
  /** Shown, not edited. */
  disabled?: boolean
}

/** A text with the few forms that the sales page shows: bold, italic, underlined, titles, lists, links. */
export function RichText({ label, value, onChange, limit, name, hint, problem, disabled = false }: Props) {
  const id = useId()
  const described = [hint ? `${id}-hint` : '', problem ? `${id}-problem` : ''].filter(Boolean).join(' ')
  const editor = useEditor({ value, onChange, label, disabled, described, invalid: problem !== undefined })
  const over = value.length > limit
  return (
    <div className="field rich-text-field">
      <div className="rich-text-head">
        <span className="label">{label}</span>
        {disabled || value.length < limit / 2 ? null : (
          <span className={over ? 'rich-text-count over' : 'rich-text-count'}>
            {formatCount(value.length)} de {formatCount(limit)}
          </span>
        )}
      </div>
      {name === undefined ? null : (
        <input className="sr" name={name} tabIndex={-1} aria-hidden="true" readOnly value="" onFocus={editor.focus} />
      )}
      <div
        className="rich-text"
        data-disabled={disabled || undefined}
        data-invalid={problem !== undefined || undefined}
      >
        {disabled || editor.state === null ? null : (
          <TextTools state={editor.state} controls={editor.id} onRun={editor.run} onLink={editor.askForLink} />
        )}
        <div ref={editor.place} />
      </div>
      {hint ? (
        <span className="field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      ) : null}
      {problem ? <FieldProblem id={`${id}-problem`}>{problem}</FieldProblem> : null}
      {editor.link === null ? null : (
        <LinkDialog
          href={editor.link.href}
          onApply={editor.applyLink}
          onRemove={editor.link.href === '' ? null : editor.dropLink}
          onClose={editor.closeLink}
        />
      )}
    </div>
  )
}
