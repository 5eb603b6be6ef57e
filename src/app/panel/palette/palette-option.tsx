import { useEffect, useRef } from 'react'
import { Icon, type IconName } from '#platform/panel/parts/icon.tsx'

/** A line of the palette. */
export interface FoundOption {
  /** Address in the panel, or `teclas`. */
  to: string
  icon: IconName
  name: string
  /** What tells it from its likes; may be empty. */
  says: string
}

export function PaletteOption(props: { id: string; option: FoundOption; active: boolean; onPick: () => void }) {
  const { id, option, active, onPick } = props
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (active) line.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus
    <div
      ref={line}
      id={id}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      className="palette-option"
      onClick={onPick}
    >
      <Icon name={option.icon} />
      <span className="palette-name">{option.name}</span>
      {option.says === '' ? null : <span className="palette-more faint">{option.says}</span>}
    </div>
  )
}
