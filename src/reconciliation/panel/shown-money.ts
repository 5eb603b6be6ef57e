import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { ask, type Calling, queryOf } from '#access/panel/ask.ts'
import type { News } from '../contract.ts'

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

/**
 * Asks for news since the known text. The server holds the question until there is some. The next one follows after
 * this pause, in milliseconds: of a report and its money that come together one reading is enough. Where it holds none it is asked again
 * every so often.
 */
const PAUSE = 250
const ASKED_ANEW = 600

/** @param onNews refreshes the shown data. The next question waits for it, so that a busy server is asked less. */
export function newsQuery(client: QueryClient, onNews: () => Promise<unknown>) {
  // No key of these screens: a decision on one of them would send a second question next to the one that is held.
  const queryKey = ['novedad']
  return queryOptions({
    queryKey,
    queryFn: async () => {
      const desde = client.getQueryData<News>(queryKey)?.novedad
      const news = await ask('GET /api/panel/conciliacion/novedad', { query: { desde } })
      if (desde !== undefined && news.novedad !== desde) await onNews()
      return news
    },
    refetchInterval: ({ state }) => (state.data?.espera === false ? ASKED_ANEW : PAUSE),
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
