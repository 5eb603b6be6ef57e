import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ask } from '#access/panel/ask.ts'
import type { OutboxItem } from '#mail/contract.ts'
import type { ContactChange } from '../panel-contract.ts'

/** The filters of the list, as the address holds them and the call takes them. */
export const FILTERS = ['buscar', 'rifa', 'estado', 'metodo', 'desde', 'hasta', 'tasa', 'venta', 'vendedor'] as const
export type FilterName = (typeof FILTERS)[number]
export type Filters = Partial<Record<FilterName, string>>

const POLL = 20_000

export function readFilters(search: string): Filters {
  const given = new URLSearchParams(search)
  return Object.fromEntries(FILTERS.flatMap((name) => (given.get(name) ? [[name, given.get(name) ?? '']] : [])))
}

/** The address of the list under those filters, or of one purchase opened from it. */
export function purchasesPath(filters: Filters, id?: number): string {
  const search = new URLSearchParams(filters).toString()
  return `/compras${id === undefined ? '' : `/${id}`}${search === '' ? '' : `?${search}`}`
}

/** The address of the list at the row of that purchase. */
export function rowPath(filters: Filters, id: number): string {
  return `${purchasesPath(filters)}#${rowName(id)}`
}

/** What a row is called in the page. */
export function rowName(id: number): string {
  return `compra-${id}`
}

/** Purchases that fit, newest first, fifty at a time. A first page that is looked at stays fresh by itself. */
export function purchasesQuery(filters: Filters) {
  return infiniteQueryOptions({
    queryKey: ['compras', filters],
    queryFn: ({ pageParam }) => ask('GET /api/panel/compras', { query: { ...filters, despues: pageParam } }),
    initialPageParam: '',
    getNextPageParam: (page) => page.siguiente,
    refetchInterval: (query) => (query.state.data?.pages.length === 1 ? POLL : false),
  })
}

export const rafflesQuery = queryOptions({
  queryKey: ['compras-rifas'],
  queryFn: () => ask('GET /api/panel/compras/rifas'),
  staleTime: 60_000,
})

export function sheetQuery(id: number) {
  return queryOptions({
    queryKey: ['ficha', id],
    queryFn: () => ask('GET /api/panel/compras/:id/ficha', { params: { id } }),
    refetchInterval: POLL,
  })
}

export function personQuery(cedula: string) {
  return queryOptions({
    queryKey: ['persona', cedula],
    queryFn: () => ask('GET /api/panel/personas/:cedula', { params: { cedula } }),
  })
}

/** What shows the purchase anywhere is asked for again. */
export function usePurchaseForget() {
  const client = useQueryClient()
  return () => {
    for (const key of ['compras', 'compra', 'ficha', 'correos', 'correo', 'persona', 'diario']) {
      void client.invalidateQueries({ queryKey: [key] })
    }
  }
}

/** Corrects the buyer's data. */
export function useContactChange(id: number, onDone: () => void) {
  const client = useQueryClient()
  const forget = usePurchaseForget()
  return useMutation({
    mutationFn: (change: ContactChange) =>
      ask('PUT /api/panel/compras/:id/comprador', { params: { id }, body: change }),
    onSuccess: (sheet) => {
      client.setQueryData(sheetQuery(id).queryKey, sheet)
      forget()
      onDone()
    },
    onError: () => void client.invalidateQueries({ queryKey: sheetQuery(id).queryKey }),
  })
}

/** Writes a note of the team. */
export function useAddNote(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (texto: string) => ask('POST /api/panel/compras/:id/notas', { params: { id }, body: { texto } }),
    onSuccess: (sheet) => client.setQueryData(sheetQuery(id).queryKey, sheet),
    onSettled: () => client.invalidateQueries({ queryKey: sheetQuery(id).queryKey }),
  })
}

/** Sends a mail of the purchase again. */
export function useMailAgain() {
  const forget = usePurchaseForget()
  return useMutation({
    mutationFn: ({ id, reenvios }: Pick<OutboxItem, 'id' | 'reenvios'>) =>
      ask('POST /api/panel/correos/:id/reenviar', { params: { id }, body: { reenvios } }),
    onSettled: forget,
  })
}
