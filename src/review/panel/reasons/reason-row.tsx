import { TextField } from '#platform/panel/parts/field.tsx'
import { WayButton } from '#platform/panel/parts/icon.tsx'
import { REASON_LENGTH, readReason } from '../../reasons.ts'

export const MOST_REASONS = 12

let last = 0

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
    <li className="motive gap-1-2 columns-narrow grid high card" onFocus={props.onLook}>
      <TextField
        label={`Motivo ${place}`}
        name={fieldOf(reason.id)}
        rows={2}
        value={reason.texto}
        onChange={({ target }) => props.onChange(target.value)}
        problem={props.problem}
      />
      <div className="motive-ways flow gap-0 pad-start-5">
        <WayButton label={`Subir ${name}`} icon="up" blocked={place === 1} onPress={() => props.onMove(-1)} />
        <WayButton label={`Bajar ${name}`} icon="down" blocked={place === count} onPress={() => props.onMove(1)} />
        <WayButton label={`Quitar ${name}`} icon="cross" blocked={count === 1} onPress={props.onRemove} />
      </div>
    </li>
  )
}

/** A reason being written; `id` tells it from one with the same words. */
export interface DraftReason {
  id: number
  texto: string
}

export function draftReason(texto: string): DraftReason {
  last += 1
  return { id: last, texto }
}

/** The list with one of them a place up or down; the same list where there is no place. */
export function movedReasons(list: readonly DraftReason[], from: number, by: -1 | 1): DraftReason[] {
  const [one, other] = [list[from], list[from + by]]
  if (!one || !other) return [...list]
  return list.map((each) => (each === one ? other : each === other ? one : each))
}

/** The field of a reason, by its id. */
export function fieldOf(id: number | undefined): string {
  return `motivo-${id}`
}

/** @returns the fault of each, by its field; nothing for those that can be saved. */
export function reasonProblems(list: readonly DraftReason[]): Record<string, string> {
  const problems: Record<string, string> = {}
  const seen = new Set<string>()
  for (const { id, texto } of list) {
    const words = texto.trim()
    if (readReason(texto) === null) {
      problems[fieldOf(id)] =
        words.length > REASON_LENGTH.most
          ? `El motivo admite ${REASON_LENGTH.most} caracteres y este tiene ${words.length}.`
          : `Escribe al menos ${REASON_LENGTH.least} caracteres: el comprador lo va a leer.`
    } else if (seen.has(words)) problems[fieldOf(id)] = 'Este motivo ya está en la lista.'
    seen.add(words)
  }
  return problems
}
