import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { ask } from '#access/panel/ask.ts'

/** What whoever asks sold by hand, newest first. */
export const ownSalesQuery = infiniteQueryOptions({
  queryKey: ['ventas'],
  queryFn: ({ pageParam }) => ask('GET /api/panel/ventas', { query: { despues: pageParam } }),
  initialPageParam: null as number | null,
  getNextPageParam: (page) => page.siguiente,
  refetchInterval: 30_000,
})

export function ownSaleQuery(id: number) {
  return queryOptions({ queryKey: ['venta', id], queryFn: () => ask('GET /api/panel/ventas/:id', { params: { id } }) })
}
