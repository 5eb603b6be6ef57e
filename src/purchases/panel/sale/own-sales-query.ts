import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { asking } from '#access/panel/asking.ts'
import type { SALE_CALLS } from '../../calls.ts'

const ask = asking<typeof SALE_CALLS>()

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
