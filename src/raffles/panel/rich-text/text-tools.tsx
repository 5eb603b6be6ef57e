import type { EditorState } from 'prosemirror-state'
import { type KeyboardEvent, useState } from 'react'
import { Icon, type IconName } from '#platform/panel/parts/icon.tsx'
import { COMMANDS, isOn, type Tool } from './editing.ts'

interface Tooling {
  tool: Tool
  name: string
  icon: IconName
  /** As `aria-keyshortcuts` writes them. */
  keys?: string
}

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

/** The tools of a text: one stop of the Tab key, and arrows from one to the next. */
export function TextTools(props: {
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
    <div className="text-tools" role="toolbar" aria-label="Formato" aria-controls={props.controls} onKeyDown={move}>
      {TOOLS.map(({ tool, name, icon, keys }, place) => {
        const does = tool === 'undo' || tool === 'redo'
        const off = tool !== 'link' && !COMMANDS[tool](props.state)
        return (
          <button
            key={tool}
            type="button"
            className="text-tool"
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
