import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { formatCount } from '#platform/money.ts'
import { Field, useNotes } from '#platform/panel/parts/field.tsx'
import { readAddress } from '#platform/web-link.ts'
import { useEditor } from './use-editor.ts'
import './rich-text.css'
import type { EditorState } from 'prosemirror-state'
import { Dialog } from '#platform/panel/parts/dialog.tsx'
import { Icon, type IconName } from '#platform/panel/parts/icon.tsx'
import { COMMANDS, isOn, type Tool } from './editing.ts'

const TOOLS: readonly Tooling[] = [
  { tool: 'strong', name: 'Negrita', icon: 'bold', keys: 'Control+B' },
  { tool: 'em', name: 'Cursiva', icon: 'italic', keys: 'Control+I' },
  { tool: 'underline', name: 'Subrayado', icon: 'underline', keys: 'Control+U' },
  { tool: 'title', name: 'Título', icon: 'title' },
  { tool: 'subtitle', name: 'Subtítulo', icon: 'subtitle' },
  { tool: 'bullets', name: 'Lista', icon: 'bullets' },
  { tool: 'numbers', name: 'Lista numerada', icon: 'numbers' },
  { tool: 'link', name: 'Enlace', icon: 'link', keys: 'Control+K' },
  { tool: 'undo', name: 'Deshacer', icon: 'undo', keys: 'Control+Z' },
  { tool: 'redo', name: 'Rehacer', icon: 'redo', keys: 'Control+Y' },
]

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
  const { described = '', notes } = useNotes(hint, problem)
  const editor = useEditor({ value, onChange, label, disabled, described, invalid: problem !== undefined })
  const over = value.length > limit
  return (
    <div className="field">
      <div className="rich-text-head">
        <span className="label">{label}</span>
        {disabled || value.length < limit / 2 ? null : (
          <span className={over ? 'rich-text-count small faint over' : 'rich-text-count small faint'}>
            {formatCount(value.length)} de {formatCount(limit)}
          </span>
        )}
      </div>
      {name === undefined ? null : (
        <input className="sr" name={name} tabIndex={-1} aria-hidden="true" readOnly value="" onFocus={editor.focus} />
      )}
      <div
        className="rich-text ring"
        data-disabled={disabled || undefined}
        data-invalid={problem !== undefined || undefined}
      >
        {disabled || editor.state === null ? null : (
          <TextTools state={editor.state} controls={editor.id} onRun={editor.run} onLink={editor.askForLink} />
        )}
        <div ref={editor.place} />
      </div>
      {notes}
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

/** Asks where a link leads. Its field belongs to no form: Enter here must not save the raffle behind it. */
function LinkDialog(props: {
  href: string
  onApply: (href: string) => void
  /** Null for a new one. */
  onRemove: (() => void) | null
  onClose: () => void
}) {
  const [typed, setTyped] = useState(props.href)
  const [problem, setProblem] = useState<string>()

  function apply() {
    const read = readLinkAddress(typed)
    if ('href' in read) props.onApply(read.href)
    else setProblem(read.problem)
  }

  return (
    <Dialog label="Enlace" onClose={props.onClose}>
      <div className="dialog-body">
        <h2>{props.onRemove ? 'Cambiar el enlace' : 'Poner un enlace'}</h2>
        <Field
          label="Dirección"
          type="text"
          inputMode="url"
          autoCapitalize="none"
          autoCorrect="off"
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          value={typed}
          problem={problem}
          hint="Se abre en otra pestaña. También sirve un correo."
          onChange={({ target }) => {
            setTyped(target.value)
            setProblem(undefined)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            apply()
          }}
        />
        <div className="dialog-actions">
          {props.onRemove ? (
            <button type="button" className="btn btn-bad" onClick={props.onRemove}>
              Quitar el enlace
            </button>
          ) : null}
          <button type="button" className="btn" onClick={props.onClose}>
            Cancelar
          </button>
          <button type="button" className="btn btn-go" onClick={apply}>
            Poner
          </button>
        </div>
      </div>
    </Dialog>
  )
}

/** What somebody typed as the target of a link: the address to keep, or what is wrong with it. */
export function readLinkAddress(typed: string): { href: string } | { problem: string } {
  const text = typed.trim()
  if (text === '') return { problem: 'Escribe una dirección, como https://ejemplo.com.' }
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(text)) return { href: `mailto:${text}` }
  if (/^mailto:[^\s@]+@[^\s@]+$/i.test(text) || /^tel:\+?[\d-]{5,20}$/i.test(text)) return { href: text }
  if (/^http:/i.test(text)) return { problem: 'Usa una dirección segura, que empiece por https://.' }
  const address = /^https:/i.test(text) ? text : `https://${text.replace(/^\/+/, '')}`
  const url = readAddress(address)
  // A name without a dot is a word, not a site; a colon before it would name another scheme.
  if (url?.protocol !== 'https:' || !/^[^.].*\.[^.]+$/.test(url.hostname) || url.username !== '') {
    return { problem: 'Esa dirección no se puede abrir. Escríbela como https://ejemplo.com.' }
  }
  return { href: url.href }
}

interface Tooling {
  tool: Tool
  name: string
  icon: IconName
  /** As `aria-keyshortcuts` writes them. */
  keys?: string
}

/** The tools of a text: one stop of the Tab key, and arrows from one to the next. */
function TextTools(props: {
  state: EditorState
  /** Id of the text. */
  controls: string
  onRun: (tool: Exclude<Tool, 'link'>) => void
  onLink: () => void
}) {
  const [stop, setStop] = useState(0)

  function move(event: KeyboardEvent<HTMLDivElement>) {
    const last = TOOLS.length - 1
    const next = {
      ArrowRight: stop === last ? 0 : stop + 1,
      ArrowLeft: stop === 0 ? last : stop - 1,
      Home: 0,
      End: last,
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    setStop(next)
    ;(event.currentTarget.children[next] as HTMLElement | undefined)?.focus()
  }

  return (
    <div
      className="text-tools line-below flow wrap"
      role="toolbar"
      aria-label="Formato"
      aria-controls={props.controls}
      onKeyDown={move}
    >
      {TOOLS.map(({ tool, name, icon, keys }, place) => {
        const does = tool === 'undo' || tool === 'redo'
        const off = tool !== 'link' && !COMMANDS[tool](props.state)
        return (
          <button
            key={tool}
            type="button"
            className="text-tool soft ring-in"
            aria-label={name}
            title={
              off
                ? `${name}: ${whyOff(tool)}`
                : keys
                  ? `${name} (${keys.replace('Control', 'Ctrl').replace('+', ' ')})`
                  : name
            }
            aria-keyshortcuts={keys}
            aria-pressed={does ? undefined : isOn(props.state, tool)}
            aria-disabled={off || undefined}
            tabIndex={place === stop ? 0 : -1}
            onFocus={() => setStop(place)}
            // The text keeps its selection, and a phone its keyboard.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              if (tool === 'link') props.onLink()
              else if (!off) props.onRun(tool)
            }}
          >
            <Icon name={icon} />
          </button>
        )
      })}
    </div>
  )
}

/** A tool that does nothing here says why. */
function whyOff(tool: Tool): string {
  if (tool === 'undo' || tool === 'redo') return 'no hay nada que cambiar'
  return tool === 'title' || tool === 'subtitle' ? 'no cabe en una lista' : 'no cabe aquí'
}
