import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { ask } from '#access/panel/ask.ts'
import type { automaticChange } from '../../automatic-contract.ts'

/** Payments are confirmed while somebody looks. */
const EVERY = 20_000

export function automaticQuery(id: number) {
  return {
    queryKey: ['confirmacion-automatica', id],
    queryFn: () => ask('GET /api/panel/rifas/:id/confirmacion-automatica', { params: { id } }),
    refetchInterval: EVERY,
  }
}

/** What is refused because somebody else changed it shows what he left. */
export function useChangeAutomatic(id: number) {
  const client = useQueryClient()
  const { queryKey } = automaticQuery(id)
  return useMutation({
    mutationFn: (body: z.input<typeof automaticChange>) =>
      ask('PUT /api/panel/rifas/:id/confirmacion-automatica', { params: { id }, body }),
    onSuccess: (setting) => client.setQueryData(queryKey, setting),
    onError: () => void client.invalidateQueries({ queryKey }),
  })
}
