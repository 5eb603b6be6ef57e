import { type InfiniteData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask, refresh } from '#access/panel/ask.ts'

/** Milliseconds from one question to the next. */
const PAUSE = 1_000
/** No key of these screens: a decision on one of them would ask once more. */
const KEY = ['novedad']

/** Repeats the desk's queries when money came in or somebody reported: marks turn green by themselves. */
export function BankNews() {
  const client = useQueryClient()
  useQuery({
    queryKey: KEY,
    queryFn: async () => {
      const known = client.getQueryData<string>(KEY)
      const { novedad } = await ask('GET /api/panel/conciliacion/novedad')
      // The next question waits for it, so that a busy server is asked less.
      if (known !== undefined && novedad !== known) await askAnew(client)
      return novedad
    },
    refetchInterval: PAUSE,
  })
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
