import { useRef } from 'react'
import { TextField } from '#platform/panel/parts/field.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import type { DraftReason } from './reasons-draft.ts'

const NAME_LENGTH = 40

/** How the buttons of a reason call it. */
export function reasonName({ texto }: DraftReason, place: number): string {
  const words = texto.trim()
  if (words === '') return `motivo ${place}`
  return `«${words.length > NAME_LENGTH ? `${words.slice(0, NAME_LENGTH)}…` : words}»`
}

/** One reason with its text, its way up and down, and its way out. */
export function ReasonRow(props: {
  reason: DraftReason
  /** From 1. */
  place: number
  count: number
  problem: string | undefined
  onChange: (texto: string) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
  onLook: () => void
}) {
  const { reason, place, count } = props
  const name = reasonName(reason, place)
  return (
    <li className="motive" onFocus={props.onLook}>
      <TextField
        label={`Motivo ${place}`}
        name={`motivo-${reason.id}`}
        rows={2}
        value={reason.texto}
        onChange={({ target }) => props.onChange(target.value)}
        problem={props.problem}
      />
      <div className="motive-ways">
        <Way name={`Subir ${name}`} icon="up" blocked={place === 1} onPress={() => props.onMove(-1)} />
        <Way name={`Bajar ${name}`} icon="down" blocked={place === count} onPress={() => props.onMove(1)} />
        <Way name={`Quitar ${name}`} icon="cross" blocked={count === 1} onPress={props.onRemove} />
      </div>
    </li>
  )
}

function Way(props: { name: string; icon: 'up' | 'down' | 'cross'; blocked: boolean; onPress: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <button
      ref={button}
      type="button"
      className="icon-button"
      aria-label={props.name}
      // Not `disabled`: the button that was just pressed keeps the focus at the end of its way.
      aria-disabled={props.blocked}
      onClick={() => {
        if (props.blocked) return
        props.onPress()
        requestAnimationFrame(() => button.current?.focus())
      }}
    >
      <Icon name={props.icon} />
    </button>
  )
}
