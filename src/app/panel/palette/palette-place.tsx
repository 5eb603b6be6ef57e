import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { Operator } from '#operators/contract.ts'
import { useKeys } from '#platform/panel/keys.ts'
import { Icon } from '#platform/panel/parts/icon.tsx'
import type { Place } from '../places.ts'
import { ScreenGuard } from '../screen-guard.tsx'

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))
const KeysHelp = lazy(async () => ({ default: (await import('../keys-help.tsx')).KeysHelp }))

interface PaletteState {
  shown: 'palette' | 'keys' | null
  show: (what: 'palette' | 'keys' | null) => void
}

/** Whether the palette or the list of keys is open; Ctrl K and '?' open them from anywhere but another dialog. */
export function usePalette(): PaletteState {
  const [shown, show] = useState<PaletteState['shown']>(null)
  const [location] = useLocation()
  // The desk has keys of its own, and lists them.
  useKeys(location.startsWith('/revision') ? {} : { '?': () => show('keys') })
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      show('palette')
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return { shown, show }
}

/** The palette for a thumb, and the reminder of its key for a hand on the keyboard. */
export function PaletteButton({ onOpen }: { onOpen: () => void }) {
  return (
    <button type="button" className="palette-button" aria-haspopup="dialog" onClick={onOpen}>
      <Icon name="search" />
      <span className="palette-says">Buscar compra o lugar</span>
      <span aria-hidden="true">
        <kbd>Ctrl K</kbd>
      </span>
    </button>
  )
}

export function PalettePlace(props: { palette: PaletteState; places: readonly Place[]; operator: Operator }) {
  const { palette, places, operator } = props
  const close = () => palette.show(null)
  if (palette.shown === null) return null
  return (
    <ScreenGuard>
      <Suspense fallback={null}>
        {palette.shown === 'keys' ? (
          <KeysHelp onClose={close} />
        ) : (
          <Palette places={places} operator={operator} onKeys={() => palette.show('keys')} onClose={close} />
        )}
      </Suspense>
    </ScreenGuard>
  )
}
