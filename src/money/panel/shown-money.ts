import { type Calling, queryOf } from '#access/panel/ask.ts'

/** New money and new reports show up within this time. */
export const POLL = 5_000

/** Only the beginning of a list is refreshed by itself: further down an operator reads, and picked rows do not move under the finger. */
export const lookAgain = ({ state }: { state: { data: { pages: unknown[] } | undefined } }) =>
  state.data?.pages.length === 1 ? POLL * 2 : false

/** Interval for changes without news (desk/news.tsx): somebody else joined or parted money. */
export const POLL_VERDICTS = 10_000

/** The bank's verdicts on these reports, by id. */
export function verdictsOf(ids: readonly number[]) {
  return queryOf('GET /api/panel/conciliacion/veredictos', {
    query: { compras: ids.join(',') },
    select: ({ veredictos }) => veredictos,
    enabled: ids.length > 0,
  })
}

/** Queries that show money or reports: joining, parting, confirming or putting aside may change all of them. */
export const MONEY_SHOWN = [
  'GET /api/panel/conciliacion*',
  'GET /api/panel/revision',
  'GET /api/panel/compras',
  'GET /api/panel/compras/:id',
  'GET /api/panel/compras/:id/ficha',
  'GET /api/panel/diario',
  'GET /api/panel/inicio',
  'GET /api/panel/extractos',
] as const satisfies readonly Calling[]
