import { type InfiniteData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { newsQuery } from '../reconciliation-query.ts'
import { RECONCILIATION_KEY } from '../summary-query.ts'

/** Has what the desk shows asked for anew as soon as money came in or somebody reported: what is green turns green by itself. */
export function BankNews() {
  const client = useQueryClient()
  const { data } = useQuery(newsQuery)
  const seen = useRef(data)
  useEffect(() => {
    if (data === undefined || data === seen.current) return
    if (seen.current !== undefined) {
      void client.invalidateQueries({ queryKey: [RECONCILIATION_KEY, 'veredictos'] })
      void client.invalidateQueries({ queryKey: ['compra'] })
      // Who reports now stands behind all the others: where those have not been read to their end, nothing of it is in sight.
      void client.invalidateQueries({
        queryKey: ['revision'],
        predicate: ({ state }) => {
          const pages = (state.data as InfiniteData<{ siguiente: string | null }> | undefined)?.pages
          return pages?.at(-1)?.siguiente == null
        },
      })
    }
    seen.current = data
  }, [client, data])
  return null
}
