import { useId, useState } from 'react'
import { useLocation } from 'wouter'
import type { Operator } from '#operators/contract.ts'
import { leave } from '#platform/panel/leaving.ts'
import { Dialog } from '#platform/panel/parts/dialog.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { SEARCH_LENGTH } from '#purchases/search-text.ts'
import type { Place } from '../places.ts'
import { findCommands } from './palette-commands.ts'
import { PaletteOption } from './palette-option.tsx'
import { useFoundPurchases } from './palette-purchases.ts'
import './palette.css'

/** One field that goes to a screen, starts something, or finds a purchase by whatever one knows of it. */
export function Palette(props: {
  places: readonly Place[]
  operator: Operator
  onKeys: () => void
  onClose: () => void
}) {
  const { places, operator, onKeys, onClose } = props
  const id = useId()
  const [, go] = useLocation()
  const [typed, setTyped] = useState('')
  const [picked, setPicked] = useState(0)
  const found = useFoundPurchases(typed)
  const options = [...findCommands(typed, places, operator.rol), ...found.options]
  const at = Math.min(picked, options.length - 1)

  function pick(index: number) {
    const option = options[index]
    if (!option) return
    if (option.to === 'teclas') return onKeys()
    onClose()
    leave(() => go(option.to))
  }

  return (
    <Dialog label="Buscar" className="dialog palette" onClose={onClose}>
      <div className="palette-field">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label="Buscar compra o lugar"
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          {...(at >= 0 ? { 'aria-activedescendant': `${id}-${at}` } : {})}
          autoFocus
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          placeholder="Cédula, referencia, teléfono, código, nombre o lugar"
          maxLength={SEARCH_LENGTH}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setPicked(0)
          }}
          onKeyDown={(event) => {
            const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
            if (step !== 0) setPicked((at + step + options.length) % Math.max(1, options.length))
            else if (event.key === 'Enter') pick(at)
            else return
            event.preventDefault()
          }}
        />
        <button type="button" className="icon-button" aria-label="Cerrar" onClick={onClose}>
          <Icon name="cross" />
        </button>
      </div>
      <div id={`${id}-list`} role="listbox" aria-label="Resultados" className="palette-list">
        {options.map((option, index) => (
          <PaletteOption
            key={option.to}
            id={`${id}-${index}`}
            option={option}
            active={index === at}
            onPick={() => pick(index)}
          />
        ))}
      </div>
      <p className="palette-says-so" role="status">
        {found.says}
      </p>
    </Dialog>
  )
}
