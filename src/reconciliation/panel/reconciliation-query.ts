import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { z } from 'zod'
import { ask } from '#access/panel/ask.ts'
import { readFailure } from '#platform/panel/api.ts'
import type { joining, MovementDecision, News, parting, RefundDecision, ShownMovement } from '../contract.ts'
import { POLL, RECONCILIATION_KEY } from './summary-query.ts'

export type Look = 'exactas' | 'por_mirar'

/** Its first page is not asked for again by itself: what is being read and picked does not move under the finger. */
const BY_PAGE = {
  initialPageParam: '',
  getNextPageParam: ({ siguiente }: { siguiente: string | null }) => siguiente,
}

/** Only what begins a list is asked for again by itself: who has gone on reads. */
const lookAgain = ({ state }: { state: { data: { pages: unknown[] } | undefined } }) =>
  state.data?.pages.length === 1 ? POLL * 2 : false

export function suggestionsQuery(ver: Look) {
  return infiniteQueryOptions({
    queryKey: [RECONCILIATION_KEY, 'sugerencias', ver],
    queryFn: ({ pageParam }) => ask('GET /api/panel/conciliacion/sugerencias', { query: { ver, despues: pageParam } }),
    ...BY_PAGE,
  })
}

export function unreportedQuery(buscar: string, ver: 'abiertos' | 'cerrados') {
  return infiniteQueryOptions({
    queryKey: [RECONCILIATION_KEY, 'sin-reporte', ver, buscar],
    queryFn: ({ pageParam }) =>
      ask('GET /api/panel/conciliacion/sin-reporte', { query: { buscar, ver, despues: pageParam } }),
    ...BY_PAGE,
    refetchInterval: lookAgain,
  })
}

export const unpaidQuery = infiniteQueryOptions({
  queryKey: [RECONCILIATION_KEY, 'sin-dinero'],
  queryFn: ({ pageParam }) => ask('GET /api/panel/conciliacion/sin-dinero', { query: { despues: pageParam } }),
  ...BY_PAGE,
  refetchInterval: lookAgain,
})

export const toReturnQuery = queryOptions({
  queryKey: [RECONCILIATION_KEY, 'por-devolver'],
  queryFn: () => ask('GET /api/panel/conciliacion/por-devolver'),
})

/** What nobody hears of at once (desk/news.tsx): somebody else joined or parted money. */
export const POLL_VERDICTS = 10_000

/** What the bank says of these reports, by id. */
export function verdictsQuery(ids: readonly number[]) {
  return queryOptions({
    queryKey: [RECONCILIATION_KEY, 'veredictos', ids.join(',')],
    queryFn: async () => {
      const { veredictos } = await ask('GET /api/panel/conciliacion/veredictos', { query: { compras: ids.join(',') } })
      return veredictos
    },
    enabled: ids.length > 0,
  })
}

/**
 * Asks what is new since what is known. The server holds the question until there is something, and is asked the next one at once but for
 * this pause, in milliseconds: of a report and its money that come together one reading is enough. Where it holds none it is asked anew
 * every so often.
 */
const PAUSE = 250
const ASKED_ANEW = 600

/** @param onNews has what is shown asked for again. The next question waits for it, so that a server that has much to do is asked less. */
export function newsQuery(client: QueryClient, onNews: () => Promise<unknown>) {
  // No key of these screens: what is decided on one of them would ask a second question beside the one that is held.
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

/** Reports of which money may be, that a text finds: a code, a name, a cédula, an amount. */
export function reportsQuery(buscar: string) {
  return queryOptions({
    queryKey: [RECONCILIATION_KEY, 'reportes', buscar],
    queryFn: () => ask('GET /api/panel/conciliacion/reportes', { query: { buscar } }),
    enabled: buscar.trim().length > 1,
  })
}

/** What shows money or reports is asked for again. */
export function useForget() {
  const client = useQueryClient()
  return () => {
    for (const key of [RECONCILIATION_KEY, 'revision', 'compra', 'compras', 'ficha', 'diario', 'inicio', 'extractos']) {
      void client.invalidateQueries({ queryKey: [key] })
    }
  }
}

/** Says that money belongs to a report. */
export function useJoin(onDone: () => void) {
  const forget = useForget()
  return useMutation({
    mutationFn: (body: z.input<typeof joining>) => ask('POST /api/panel/conciliacion/unir', { body }),
    onSuccess: onDone,
    onSettled: forget,
  })
}

/** Takes that back. */
export function usePart() {
  const forget = useForget()
  return useMutation({
    mutationFn: (body: z.input<typeof parting>) => ask('POST /api/panel/conciliacion/desunir', { body }),
    onSettled: forget,
  })
}

/** Says what becomes of money that nobody reported. */
export function useMovementDecision(onDone: (movement: ShownMovement) => void) {
  const forget = useForget()
  return useMutation({
    mutationFn: ({ id, ...body }: MovementDecision & { id: number }) =>
      ask('POST /api/panel/conciliacion/movimientos/:id', { params: { id }, body }),
    onSuccess: onDone,
    onSettled: forget,
  })
}

/** Says it of what a purchase that fell had paid. */
export function useRefund(onDone: () => void) {
  const forget = useForget()
  return useMutation({
    mutationFn: ({ id, ...body }: RefundDecision & { id: number }) =>
      ask('POST /api/panel/conciliacion/por-devolver/:id', { params: { id }, body }),
    onSuccess: onDone,
    onSettled: forget,
  })
}

/** Whether no answer came, so that nobody knows whether it was done. */
export function isUnknown(error: unknown): boolean {
  return readFailure(error).status === 0
}
