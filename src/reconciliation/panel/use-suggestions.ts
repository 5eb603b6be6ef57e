import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { refresh, usePages } from '#access/panel/ask.ts'
import type { Reconciliation, Suggestion } from '../contract.ts'

/** So many are read and confirmed at most in one go; the rest is there when they are done. */
export const MOST = 1_000

/** A pair is the same as long as both its ends are. */
export function pairKey({ compra, movimiento }: Suggestion): string {
  return `${compra.id}-${movimiento.id}`
}

/**
 * The exact ones, all of them, because they are confirmed as they were shown; and those for a person, as far as read. Both are
 * queried again when the screen's counts have changed.
 * @param summary undefined until it is known.
 * @param resting while true nothing is queried again: lines being confirmed stay as they are.
 */
export function useSuggestions(summary: Reconciliation | undefined, resting: boolean) {
  const client = useQueryClient()
  const exact = usePages('GET /api/panel/conciliacion/sugerencias', { query: { ver: 'exactas' } })
  const others = usePages('GET /api/panel/conciliacion/sugerencias', { query: { ver: 'por_mirar' } })
  const pairs = exact.data?.pages.flatMap(({ filas }) => filas) ?? []
  const { hasNextPage, isFetching, isError, fetchNextPage, dataUpdatedAt } = exact
  const goesOn = hasNextPage && !isFetching && !isError && pairs.length < MOST
  // A page that was on its way when the list was queried again never comes: continue from the pages that have come.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the instant of what has come is why
  useEffect(() => {
    if (goesOn) void fetchNextPage()
  }, [goesOn, fetchNextPage, dataUpdatedAt])

  const counted = summary && JSON.stringify([summary.exactas, summary.por_mirar])
  const seen = useRef(counted)
  useEffect(() => {
    if (counted === undefined || resting || counted === seen.current) return
    if (seen.current !== undefined) void refresh(client, ['GET /api/panel/conciliacion/sugerencias'])
    seen.current = counted
  }, [client, counted, resting])
  return { exact, others, pairs, toLook: others.data?.pages.flatMap(({ filas }) => filas) ?? [] }
}

/** Which of the exact ones are left out; all the others are picked, also those that came later. */
export function useLeftOut(pairs: readonly Suggestion[]) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  return {
    picked: pairs.filter((line) => !left.has(pairKey(line))),
    isPicked: (line: Suggestion) => !left.has(pairKey(line)),
    toggle(line: Suggestion) {
      const now = new Set(left)
      if (!now.delete(pairKey(line))) now.add(pairKey(line))
      setLeft(now)
    },
    all: () => setLeft(new Set()),
    none: () => setLeft(new Set(pairs.map(pairKey))),
  }
}
