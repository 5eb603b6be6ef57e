import { useEffect, useMemo, useState } from 'react'
import { numberText, placeOf } from '#raffles/digits.ts'
import { keepPicks, readPicks } from '../picks.ts'
import { type BitSet, nearestFree } from './bit-set.ts'

export type Picks = ReturnType<typeof usePicks>

/** A picked number that somebody else has now, and the one offered instead; -1 when none is left. */
export interface Lost {
  place: number
  instead: number
}

/**
 * The numbers that the visitor picks: kept across reloads, never more than are bought, and without those that others took.
 * @param free null until it is known.
 * @param taken numbers that the server has refused before this began.
 */
export function usePicks(
  raffle: { id: number; digitos: number; total_numeros: number },
  quantity: number,
  free: BitSet | null,
  taken: readonly string[],
) {
  const { id, digitos, total_numeros: total } = raffle
  const [{ places, lost }, set] = useState<Record<'places' | 'lost', readonly number[]>>(() =>
    restore(id, digitos, total, quantity, taken),
  )
  const [rest] = useState(() => surplus(id, digitos, total, quantity))

  useEffect(() => {
    const waiting = rest.filter((place) => !places.includes(place))
    keepPicks(id, textsOf([...places, ...waiting], digitos))
  }, [id, places, rest, digitos])

  // A pick that is no longer free leaves the list, and is named.
  useEffect(() => {
    if (!free) return
    const gone = places.filter((place) => !free.has(place))
    if (gone.length > 0) set({ places: places.filter((place) => free.has(place)), lost: [...lost, ...gone] })
  }, [free, places, lost])

  // An offered number may be taken as well before it is accepted: the offer is as fresh as the grid.
  const offers = useMemo(() => {
    const used = new Set(places)
    return lost.map((place) => {
      const instead = free ? nearestFree(free, place, used) : -1
      used.add(instead)
      return { place, instead }
    })
  }, [free, places, lost])

  /** With all numbers picked again no replacement is needed any more. */
  const keep = (next: readonly number[], rest = lost) =>
    set({ places: next, lost: next.length >= quantity ? [] : rest })

  return {
    /** In the order in which they were picked. */
    places,
    lost: offers,
    /** No more than these are wanted: the surplus of a larger purchase is forgotten. */
    settle: () => keepPicks(id, textsOf(places, digitos)),
    /** @returns its result. */
    toggle(place: number) {
      if (places.includes(place)) {
        keep(places.filter((other) => other !== place))
        return 'dropped'
      }
      if (!free?.has(place)) return 'taken'
      if (places.length >= quantity) return 'full'
      keep([...places, place])
      return 'picked'
    },
    replace: ({ place, instead }: Lost) =>
      keep(
        [...places, instead],
        lost.filter((other) => other !== place),
      ),
    forget: ({ place }: Lost) =>
      keep(
        places,
        lost.filter((other) => other !== place),
      ),
    /** Fills the missing ones with free numbers at random. */
    complete() {
      if (free) keep([...places, ...drawFree(free, new Set(places), quantity - places.length)])
    },
  }
}

function textsOf(places: readonly number[], digits: number): string[] {
  return places.map((place) => numberText(place, digits))
}

/** The picks in the order of picking, whatever is bought now. */
function keptPlaces(id: number, digits: number, total: number): number[] {
  return [...new Set(readPicks(id))].map((text) => placeOf(text, digits, total)).filter((place) => place !== null)
}

/** Picks beyond what is bought now: they wait, in case more is bought again. */
function surplus(id: number, digits: number, total: number, quantity: number): readonly number[] {
  return keptPlaces(id, digits, total).slice(quantity)
}

function restore(id: number, digits: number, total: number, quantity: number, taken: readonly string[]) {
  const kept = keptPlaces(id, digits, total).slice(0, quantity)
  const refused = kept.filter((place) => taken.includes(numberText(place, digits)))
  return { places: kept.filter((place) => !refused.includes(place)), lost: refused }
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
