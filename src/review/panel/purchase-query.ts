import { type InfiniteData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callPanel, readFailure } from '#platform/panel/api.ts'
import type { AskedFor, BulkAnswer, BulkDecision, ReviewedPurchase, ReviewQueue } from '../contract.ts'
import { QUEUE_KEY, withoutItem } from './queue/queue-query.ts'

type Decision = 'aprobar' | 'rechazar' | 'falso' | 'anular' | 'deshacer'

export function purchaseQuery(id: number) {
  return queryOptions({
    queryKey: ['compra', id],
    queryFn: async () => {
      const purchase = await callPanel<ReviewedPurchase>('GET', `/compras/${id}`)
      if (purchase.comprobante?.vista) new Image().src = purchase.comprobante.vista
      return purchase
    },
    staleTime: 10_000,
  })
}

export function usePurchase(id: number | null) {
  return useQuery({ ...purchaseQuery(id ?? 0), enabled: id !== null, refetchInterval: 20_000 })
}

/** Loads the next payment and its proof while this one is looked at. */
export function usePreloaded(id: number | null): void {
  const client = useQueryClient()
  useEffect(() => {
    if (id !== null) void client.prefetchQuery(purchaseQuery(id))
  }, [client, id])
}

/** What a decision says to the server: the version that was seen, and the reason where one is needed. */
export interface Deed {
  decision: Decision
  purchase: ReviewedPurchase
  motivo?: string
  /** What the buyer is asked to correct, with a rejection. */
  pide?: AskedFor
}

/** Decides a payment. The queue and the payment change at once; the server's answer is the truth. */
export function useDecision(onDone: (deed: Deed, answer: ReviewedPurchase) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ decision, purchase, motivo, pide }: Deed) =>
      callPanel<ReviewedPurchase>('POST', `/compras/${purchase.id}/${decision}`, {
        version: purchase.version,
        ...(motivo === undefined ? {} : { motivo }),
        ...(pide === undefined ? {} : { pide }),
      }),
    onSuccess: (answer, deed) => {
      client.setQueryData(purchaseQuery(answer.id).queryKey, answer)
      if (answer.estado !== 'en revision') {
        client.setQueriesData<InfiniteData<ReviewQueue>>(
          { queryKey: QUEUE_KEY },
          (data) => data && withoutItem(data, answer.id),
        )
      }
      void client.invalidateQueries({ queryKey: QUEUE_KEY })
      onDone(deed, answer)
    },
    onError: (error, { purchase }) => {
      // Somebody else decided, or the buyer corrected: show how it is now, under the message that says so.
      if (readFailure(error).status !== 409) return
      void client.invalidateQueries({ queryKey: purchaseQuery(purchase.id).queryKey })
      void client.invalidateQueries({ queryKey: QUEUE_KEY })
    },
  })
}

/** Decides several payments; each says whether it was done. */
export function useBulkDecision(onDone: (answer: BulkAnswer) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (bulk: BulkDecision) => callPanel<BulkAnswer>('POST', '/revision/lote', bulk),
    onSuccess: (answer) => {
      client.setQueriesData<InfiniteData<ReviewQueue>>({ queryKey: QUEUE_KEY }, (data) =>
        answer.resultados.reduce((rest, { id, hecha }) => (rest && hecha ? withoutItem(rest, id) : rest), data),
      )
      onDone(answer)
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: QUEUE_KEY })
      void client.invalidateQueries({ queryKey: ['compra'] })
    },
  })
}
