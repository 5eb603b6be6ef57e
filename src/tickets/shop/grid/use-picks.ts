import { useCallback, useEffect, useState } from 'react'
import { numberText, placeOf } from '#raffles/digits.ts'
import { keepPicks, readPicks } from '../picks.ts'
import { type BitSet, nearestFree } from './bit-set.ts'

/** A picked number that somebody else has now, and the one offered instead; -1 when none is left. */
export interface Lost {
  place: number
  instead: number
}

export interface Picks {
  /** In the order in which they were picked. */
  places: readonly number[]
  lost: readonly Lost[]
  /** @returns what came of it. */
  toggle(place: number): 'picked' | 'dropped' | 'full' | 'taken'
  replace(lost: Lost): void
  forget(lost: Lost): void
  /** Fills what is missing with free numbers at random. */
  complete(): void
}

/**
 * The numbers that the visitor picks: kept across reloads, never more than he buys, and without those that others took.
 * @param free null until it is known.
 * @param taken numbers that the server refused.
 */
export function usePicks(
  raffle: { id: number; digitos: number; total_numeros: number },
  quantity: number,
  free: BitSet | null,
  taken: readonly string[],
): Picks {
  const { id, digitos, total_numeros: total } = raffle
  const [places, setPlaces] = useState<readonly number[]>(() =>
    [...new Set(readPicks(id))]
      .map((text) => placeOf(text, digitos, total))
      .filter((place) => place !== null)
      .slice(0, quantity),
  )
  const [lost, setLost] = useState<readonly Lost[]>([])

  useEffect(
    () =>
      keepPicks(
        id,
        places.map((place) => numberText(place, digitos)),
      ),
    [id, places, digitos],
  )

  // What was picked and is free no longer leaves the list, and is named with the nearest that could take its place.
  useEffect(() => {
    if (!free) return
    const refused = new Set(taken.map((text) => placeOf(text, digitos, total)))
    const gone = places.filter((place) => !free.has(place) || refused.has(place))
    if (gone.length === 0) return
    const left = places.filter((place) => !gone.includes(place))
    const used = new Set([...places, ...lost.map(({ instead }) => instead)])
    const named = gone.map((place) => {
      const instead = nearestFree(free, place, used)
      used.add(instead)
      return { place, instead }
    })
    setPlaces(left)
    setLost([...lost, ...named])
  }, [free, taken, places, lost, digitos, total])

  const toggle = useCallback(
    (place: number) => {
      if (places.includes(place)) {
        setPlaces(places.filter((other) => other !== place))
        return 'dropped'
      }
      if (!free?.has(place)) return 'taken'
      if (places.length >= quantity) return 'full'
      setPlaces([...places, place])
      return 'picked'
    },
    [places, free, quantity],
  )

  return {
    places,
    lost,
    toggle,
    replace: (which) => {
      setLost(lost.filter((other) => other !== which))
      if (which.instead >= 0 && places.length < quantity && !places.includes(which.instead))
        setPlaces([...places, which.instead])
    },
    forget: (which) => setLost(lost.filter((other) => other !== which)),
    complete: () => {
      if (!free) return
      setPlaces([...places, ...drawFree(free, new Set(places), quantity - places.length)])
      setLost([])
    },
  }
}

/** Free places at random, each once. There must be as many. */
function drawFree(free: BitSet, excluded: Set<number>, wanted: number): number[] {
  const drawn: number[] = []
  while (drawn.length < wanted && excluded.size < free.count) {
    const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
    const place = free.at(random % free.count)
    if (excluded.has(place)) continue
    excluded.add(place)
    drawn.push(place)
  }
  return drawn
}
