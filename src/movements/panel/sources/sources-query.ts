import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '#access/panel/ask.ts'
import type { ReceiptDecision, Sources } from '../../sources-contract.ts'

const KEY = ['fuentes']
const RECEIPTS_KEY = ['fuentes', 'recibos']
/** A test notice, and what a bank tells, is seen while somebody waits for it. */
const POLL = 5_000

export const sourcesQuery = { queryKey: KEY, queryFn: () => ask('GET /api/panel/fuentes') }

/** @param enabled false until somebody wants them. */
export function useSources(enabled = true) {
  return useQuery({ ...sourcesQuery, refetchInterval: POLL, enabled })
}

export function useReceipts() {
  return useQuery({
    queryKey: RECEIPTS_KEY,
    queryFn: () => ask('GET /api/panel/fuentes/recibos'),
    refetchInterval: POLL,
  })
}

/** Puts the list that a change answered in place of the one that is shown. */
export function useKeepSources() {
  const client = useQueryClient()
  return ({ fuentes, cuentas }: Sources) => {
    client.setQueryData<Sources>(KEY, { fuentes, cuentas })
  }
}

export function useDecideReceipt() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, decision }: { id: number; decision: ReceiptDecision }) =>
      ask('POST /api/panel/fuentes/recibos/:id', { params: { id }, body: decision }),
    onSuccess: (answer) => {
      client.setQueryData(RECEIPTS_KEY, answer)
      // Money that was typed in is money of the other screens too.
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== RECEIPTS_KEY[1] })
    },
    onError: () => void client.invalidateQueries({ queryKey: RECEIPTS_KEY }),
  })
}
