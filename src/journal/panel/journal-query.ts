import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { ask } from '#access/panel/ask.ts'

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
    queryFn: ({ pageParam }) => ask('GET /api/panel/diario', { query: { ...filters, despues: pageParam } }),
    initialPageParam: '',
    getNextPageParam: (page) => page.siguiente,
  })
}

/** Who and which raffles there are to filter by. */
export const journalFiltersQuery = queryOptions({
  queryKey: ['diario-filtros'],
  queryFn: () => ask('GET /api/panel/diario/filtros'),
  staleTime: 60_000,
})
