import { type InfiniteData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { newsQuery } from '../reconciliation-query.ts'
import { RECONCILIATION_KEY } from '../summary-query.ts'

/** Has what the desk shows asked for anew as soon as money came in or somebody reported: what is green turns green by itself. */
export function BankNews() {
  const client = useQueryClient()
  useQuery(newsQuery(client, () => askAnew(client)))
  return null
}

/** @returns once all of it was answered. */
function askAnew(client: QueryClient): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: [RECONCILIATION_KEY, 'veredictos'] }),
    client.invalidateQueries({ queryKey: ['compra'] }),
    // Who reports now stands behind all the others: where those have not been read to their end, nothing of it is in sight.
    client.invalidateQueries({
      queryKey: ['revision'],
      predicate: ({ state }) => {
        const pages = (state.data as InfiniteData<{ siguiente: string | null }> | undefined)?.pages
        return pages?.at(-1)?.siguiente == null
      },
    }),
  ])
}
