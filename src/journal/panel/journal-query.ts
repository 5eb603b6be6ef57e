import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { callPanel } from '#platform/panel/api.ts'
import type { JournalFilters, JournalPage } from '../contract.ts'

/** The filters of the screen, as the address holds them. */
export const FILTERS = ['persona', 'que', 'rifa', 'compra', 'desde', 'hasta'] as const
export type FilterName = (typeof FILTERS)[number]
export type Filters = Partial<Record<FilterName, string>>

export function readFilters(search: string): Filters {
  const given = new URLSearchParams(search)
  return Object.fromEntries(FILTERS.flatMap((name) => (given.get(name) ? [[name, given.get(name) ?? '']] : [])))
}

/** Lines that fit, newest first, fifty at a time. */
export function journalQuery(filters: Filters) {
  return infiniteQueryOptions({
    queryKey: ['diario', filters],
    queryFn: ({ pageParam }) => {
      const search = new URLSearchParams(filters)
      if (pageParam !== '') search.set('despues', pageParam)
      return callPanel<JournalPage>('GET', search.size > 0 ? `/diario?${search}` : '/diario')
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.siguiente,
  })
}

/** Who and which raffles there are to filter by. */
export const journalFiltersQuery = queryOptions({
  queryKey: ['diario-filtros'],
  queryFn: () => callPanel<JournalFilters>('GET', '/diario/filtros'),
  staleTime: 60_000,
})
