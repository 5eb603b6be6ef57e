import { useEffect, useMemo, useRef } from 'react'
import { Icon } from '#platform/web/icon.tsx'
import { numberText } from '#raffles/digits.ts'
import type { BitSet } from './bit-set.ts'
import { jumpStops } from './grid-moves.ts'

interface Props {
  typed: string
  onType: (typed: string) => void
  /** Enter in the search field. */
  onEnter: () => void
  onlyFree: boolean
  onOnlyFree: (only: boolean) => void
}

/** Filters of the grid. */
export function GridTools({ typed, onType, onEnter, onlyFree, onOnlyFree }: Props) {
  return (
    <div className="grid-tools">
      <span className="grid-search">
        <Icon name="search" />
        <input
          type="search"
          className="input"
          inputMode="numeric"
          enterKeyHint="go"
          autoComplete="off"
          maxLength={12}
          placeholder="Buscar un número"
          aria-label="Buscar un número"
          value={typed}
          onChange={(event) => onType(event.target.value.trim().toLowerCase())}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) onEnter()
          }}
        />
      </span>
      <label className="grid-only">
        <input type="checkbox" checked={onlyFree} onChange={(event) => onOnlyFree(event.target.checked)} />
        Solo disponibles
      </label>
    </div>
  )
}

/** The states by their form, for sighted visitors; a screen reader announces each. */
export function GridLegend() {
  return (
    <p className="grid-legend" aria-hidden="true">
      <span>
        <i className="cell" /> Disponible
      </span>
      <span>
        <i className="cell cell-on" /> Seleccionado
      </span>
      <span>
        <i className="cell-off">01</i> No disponible
      </span>
    </p>
  )
}

interface GridStopsProps {
  stops: readonly number[]
  /** The one in view. */
  stop: number
  digits: number
  onJump: (place: number) => void
}

/** Round numbers to jump to, the one in view marked and kept in sight. */
export function GridStops({ stops, stop, digits, onJump }: GridStopsProps) {
  const here = stops.indexOf(stopBefore(stops, stop))
  const strip = useRef<HTMLElement>(null)
  useEffect(() => {
    const chip = strip.current?.children[here] as HTMLElement | undefined
    if (!strip.current || !chip) return
    strip.current.scrollLeft = chip.offsetLeft - (strip.current.clientWidth - chip.offsetWidth) / 2
  }, [here])
  if (stops.length === 0) return null
  return (
    <nav ref={strip} className="grid-stops" aria-label="Ir a un tramo">
      {stops.map((place, index) => (
        <button
          key={place}
          type="button"
          {...(index === here ? { 'aria-current': 'true' } : {})}
          onClick={() => onJump(place)}
        >
          {numberText(place, digits)}
        </button>
      ))}
    </nav>
  )
}

/** The first visible number of each stop. */
export function useStops(shown: BitSet): number[] {
  return useMemo(() => jumpStops(shown.count).map((k) => shown.at(k)), [shown])
}

/** The last stop that is not after that number. */
export function stopBefore(stops: readonly number[], place: number): number {
  return stops.reduce((last, stop) => (stop <= place ? stop : last), stops[0] ?? 0)
}
