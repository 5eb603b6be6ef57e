import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { asking } from '#access/panel/asking.ts'
import type { METHOD_CALLS } from '../calls.ts'
import type { MethodData, PanelMethods, SalesPage } from '../contract.ts'
import type { MethodForm } from '../methods.ts'

const ask = asking<typeof METHOD_CALLS>()

const METHODS_KEY = ['metodos']

export const methodsQuery = {
  queryKey: METHODS_KEY,
  queryFn: () => ask('GET /api/panel/metodos'),
}

export function useMethods() {
  return useQuery({ ...methodsQuery, refetchInterval: 30_000 })
}

/** Methods that were changed outside of the panel; for every role. */
export function useAlteredMethods() {
  return useQuery({
    queryKey: ['metodos-alterados'],
    queryFn: () => ask('GET /api/panel/metodos/alterados'),
    refetchInterval: 60_000,
  })
}

export interface MethodWrite {
  /** Null for a new one of `forma`. */
  id: number | null
  version: number
  forma: MethodForm
  datos: MethodData
  paginas: SalesPage[]
  motivo: string | undefined
  codigo?: string
}

/** Puts the list that a change answered in place of the one that is shown. */
function useKeepList() {
  const client = useQueryClient()
  return (list: PanelMethods) => {
    client.setQueryData(METHODS_KEY, list)
    void client.invalidateQueries({ queryKey: ['metodos-alterados'] })
  }
}

export function useWriteMethod() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, forma, version, ...write }: MethodWrite) =>
      id === null
        ? ask('POST /api/panel/metodos', { body: { forma, ...write, codigo: write.codigo ?? '' } })
        : ask('POST /api/panel/metodos/:id', { params: { id }, body: { version, ...write } }),
    onSuccess: useKeepList(),
    // What somebody else did meanwhile is shown at once.
    onError: () => void client.invalidateQueries({ queryKey: METHODS_KEY }),
  })
}

export function useOrderMethods() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (ids: number[]) => ask('POST /api/panel/metodos/orden', { body: { ids } }),
    // The row moves at once; an answer, or what is true after a failure, follows.
    onMutate: (ids) => {
      client.setQueryData<PanelMethods>(
        METHODS_KEY,
        (list) => list && { ...list, metodos: [...list.metodos].sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)) },
      )
    },
    onSuccess: useKeepList(),
    onError: () => void client.invalidateQueries({ queryKey: METHODS_KEY }),
  })
}

export function useDeleteMethod() {
  return useMutation({
    mutationFn: ({ id, version }: { id: number; version: number }) =>
      ask('DELETE /api/panel/metodos/:id', { params: { id }, body: { version } }),
    onSuccess: useKeepList(),
  })
}
