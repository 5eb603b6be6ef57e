import { queryOptions } from '@tanstack/react-query'
import { ask } from '#access/panel/ask.ts'

/** Whatever is joined, parted, confirmed or put aside may change all of what these screens show. */
export const RECONCILIATION_KEY = 'conciliacion'
/** New money and new reports show up within this time. */
export const POLL = 5_000

export const reconciliationQuery = queryOptions({
  queryKey: [RECONCILIATION_KEY, 'resumen'],
  queryFn: () => ask('GET /api/panel/conciliacion'),
  refetchInterval: POLL,
})
