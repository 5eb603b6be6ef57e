import { type InfiniteData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { refresh } from '#access/panel/ask.ts'
import { newsQuery } from '../shown-money.ts'

/** Repeats the desk's queries as soon as money came in or somebody reported: marks turn green by themselves. */
export function BankNews() {
  const client = useQueryClient()
  useQuery(newsQuery(client, () => askAnew(client)))
  return null
}

/** @returns once all of it was answered. */
function askAnew(client: QueryClient): Promise<unknown> {
  return Promise.all([
    refresh(client, ['GET /api/panel/conciliacion/veredictos', 'GET /api/panel/compras/:id']),
    // A new report is last in the queue: where the queue has not been read to its end, nothing of it is in sight.
    client.invalidateQueries({
      queryKey: ['GET /api/panel/revision'],
      predicate: ({ state }) => {
        const pages = (state.data as InfiniteData<{ siguiente: string | null }> | undefined)?.pages
        return pages?.at(-1)?.siguiente == null
      },
    }),
  ])
}
