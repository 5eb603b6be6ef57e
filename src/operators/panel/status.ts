import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { Operator } from '#access/contract.ts'
import { ask, queryOf } from '#access/panel/ask.ts'
import { setMailLeaves } from '#mail/mail-leaves.ts'

const statusQuery = queryOf('GET /api/panel/estado', { staleTime: 60_000 })

/** State of the panel, and the signed-in operator. */
export function useStatus() {
  return useQuery({
    ...statusQuery,
    queryFn: async () => {
      const status = await ask('GET /api/panel/estado')
      setMailLeaves(status.correo_activo)
      return status
    },
  })
}

/** Sets the panel's state right after a sign-in, a sign-out or a session that ended. */
export function showOperator(client: QueryClient, operador: Operator | null): void {
  const { queryKey } = statusQuery
  if (operador === null) client.removeQueries({ predicate: (query) => query.queryKey[0] !== queryKey[0] })
  client.setQueryData(queryKey, (status) => status && { ...status, configurado: true, operador })
}
