import { useEffect, useMemo, useRef } from 'react'
import { numberText } from '#raffles/digits.ts'
import type { BitSet } from './bit-set.ts'
import { jumpStops } from './grid-moves.ts'

interface Props {
  stops: readonly number[]
  /** The one in view. */
  stop: number
  digits: number
  onJump: (place: number) => void
}

/** Round numbers to jump to, the one in view marked and kept in sight. */
export function GridStops({ stops, stop, digits, onJump }: Props) {
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

/** The first number of each stop of what is shown. */
export function useStops(shown: BitSet): number[] {
  return useMemo(() => jumpStops(shown.count).map((k) => shown.at(k)), [shown])
}

/** The last stop that is not after that number. */
export function stopBefore(stops: readonly number[], place: number): number {
  return stops.reduce((last, stop) => (stop <= place ? stop : last), stops[0] ?? 0)
}
