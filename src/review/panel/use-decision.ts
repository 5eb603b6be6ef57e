import {
  type InfiniteData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Answered, ask, queryOf, refresh, useDeed } from '#access/panel/ask.ts'
import { readFailure, serverNow } from '#platform/panel/api.ts'
import type { AskedFor } from '#purchases/contract.ts'
import type { BulkAnswer, ReviewedPurchase, ReviewQueue } from '../contract.ts'
import { QUEUE_KEY, withoutItem } from './queue/queue.ts'

export function purchaseOf(id: number) {
  return queryOptions({
    ...queryOf('GET /api/panel/compras/:id', { params: { id }, staleTime: 10_000 }),
    queryFn: async () => {
      const purchase = await ask('GET /api/panel/compras/:id', { params: { id } })
      if (purchase.comprobante?.vista) new Image().src = purchase.comprobante.vista
      return purchase
    },
  })
}

export function usePurchase(id: number | null) {
  return useQuery({ ...purchaseOf(id ?? 0), enabled: id !== null, refetchInterval: 20_000 })
}

/** Loads the next payment and its proof while this one is looked at. */
export function usePreloaded(id: number | null): void {
  const client = useQueryClient()
  useEffect(() => {
    if (id !== null) void client.prefetchQuery(purchaseOf(id))
  }, [client, id])
}

/** A decision; the buyer reads the reason, but of an approval. */
export type Verdict =
  | { decision: 'aprobar'; motivo?: string }
  /** `pide` is the correction asked for. */
  | { decision: 'rechazar'; motivo: string; pide?: AskedFor }
  | { decision: 'anular'; motivo: string }
  | { decision: 'falso' | 'deshacer' }

/** A verdict on the purchase as it was seen. */
type Deed = Verdict & { purchase: ReviewedPurchase }

/** Decides a payment. The queue and the payment change immediately; the server's answer is the truth. */
export function useDecision(onDone: (deed: Deed, answer: ReviewedPurchase) => void) {
  const client = useQueryClient()
  const decision = useMutation({
    mutationFn: ({ purchase: { id, version }, ...verdict }: Deed) => {
      const params = { id }
      switch (verdict.decision) {
        case 'aprobar':
          return ask('POST /api/panel/compras/:id/aprobar', {
            params,
            body: { version, motivo: verdict.motivo, movimiento_id: shownMoney(client, id) },
          })
        case 'rechazar': {
          const { motivo, pide } = verdict
          return ask('POST /api/panel/compras/:id/rechazar', { params, body: { version, motivo, pide } })
        }
        case 'anular':
          return ask('POST /api/panel/compras/:id/anular', { params, body: { version, motivo: verdict.motivo } })
        default:
          return ask(`POST /api/panel/compras/:id/${verdict.decision}`, { params, body: { version } })
      }
    },
    onSuccess: (answer, deed) => {
      client.setQueryData(purchaseOf(answer.id).queryKey, answer)
      if (answer.estado !== 'en revision') {
        client.setQueriesData<InfiniteData<ReviewQueue>>(
          { queryKey: QUEUE_KEY },
          (data) => data && withoutItem(data, answer.id),
        )
      }
      void refresh(client, ['GET /api/panel/revision'])
      onDone(deed, answer)
    },
    onError: (error, { purchase }) => {
      // Somebody else decided, the buyer corrected, or the bank reported: show the current state, under the message about it.
      if (![409, 422].includes(readFailure(error).status)) return
      void client.invalidateQueries({ queryKey: purchaseOf(purchase.id).queryKey })
      void refresh(client, ['GET /api/panel/revision', 'GET /api/panel/conciliacion/veredictos'])
    },
  })
  /** Takes it back, while its mail waits. */
  function undo(purchase: ReviewedPurchase | null | undefined) {
    const until = purchase?.deshacible_hasta
    if (until && Date.parse(until) > serverNow() && !decision.isPending)
      decision.mutate({ decision: 'deshacer', purchase })
  }
  return { ...decision, undo }
}

/** The money that the open desk shows as that purchase's; undefined while it shows none. */
function shownMoney(client: QueryClient, id: number): number | undefined {
  const { queryKey } = queryOf('GET /api/panel/conciliacion/veredictos', { query: { compras: id } })
  const shown = client.getQueryCache().find<Answered<'GET /api/panel/conciliacion/veredictos'>>({ queryKey })
  const said = shown?.isActive() ? shown.state.data?.veredictos[id] : undefined
  return said?.veredicto === 'encontrado' ? said.movimiento.id : undefined
}

/** Decides several payments; each has its result. */
export function useBulkDecision(onDone: (answer: BulkAnswer) => void) {
  const client = useQueryClient()
  return useDeed('POST /api/panel/revision/lote', {
    refreshes: ['GET /api/panel/revision', 'GET /api/panel/compras/:id'],
    done: (answer) => {
      client.setQueriesData<InfiniteData<ReviewQueue>>({ queryKey: QUEUE_KEY }, (data) =>
        answer.resultados.reduce((rest, { id, hecha }) => (rest && hecha ? withoutItem(rest, id) : rest), data),
      )
      onDone(answer)
    },
  })
}
