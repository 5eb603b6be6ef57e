import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Operator } from '#access/contract.ts'
import { ask } from '#access/panel/ask.ts'
import { setMailLeaves } from '#mail/mail-leaves.ts'
import type { PanelStatus } from '../contract.ts'

export const accountQuery = queryOptions({
  queryKey: ['cuenta'],
  queryFn: () => ask('GET /api/panel/cuenta'),
})

const STATUS_KEY = ['estado']

export function useStatusQuery() {
  return useQuery({
    queryKey: STATUS_KEY,
    queryFn: async () => {
      const status = await ask('GET /api/panel/estado')
      setMailLeaves(status.correo_activo)
      return status
    },
    staleTime: 60_000,
  })
}

/** Puts what the panel knows right after a sign-in, a sign-out or a session that ended. */
export function showOperator(client: QueryClient, operador: Operator | null): void {
  if (operador === null) client.removeQueries({ predicate: (query) => query.queryKey[0] !== STATUS_KEY[0] })
  client.setQueryData<PanelStatus>(STATUS_KEY, (status) => status && { ...status, configurado: true, operador })
}

export function useSignOut(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await ask('DELETE /api/panel/sesion')
    showOperator(client, null)
  }
}
