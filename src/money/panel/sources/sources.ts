import { useQueryClient } from '@tanstack/react-query'
import { queryOf, useAsk, useDeed } from '#access/panel/ask.ts'
import type { Sources } from '../../sources-contract.ts'

/** @param enabled false until somebody wants them. A test notice, and a bank's message, shows while somebody waits for it. */
export function useSources(enabled = true) {
  return useAsk('GET /api/panel/fuentes', { refetchInterval: 5_000, enabled })
}

/** Puts the list that a change answered in place of the one that is shown. */
export function useKeepSources() {
  const client = useQueryClient()
  return ({ fuentes, cuentas }: Sources) => {
    client.setQueryData(queryOf('GET /api/panel/fuentes').queryKey, { fuentes, cuentas })
  }
}

export function useDecideReceipt() {
  const client = useQueryClient()
  const shows = queryOf('GET /api/panel/fuentes/recibos')
  return useDeed('POST /api/panel/fuentes/recibos/:id', {
    shows,
    // Money that was typed in is money of the other screens too.
    done: () => void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== shows.queryKey[0] }),
  })
}
