import { useQuery } from '@tanstack/react-query'
import { ask } from '#access/panel/ask.ts'

export function ruleQuery(id: number) {
  return { queryKey: ['regla', id], queryFn: () => ask('GET /api/panel/rifas/:id/regla', { params: { id } }) }
}

export function useRule(id: number) {
  return useQuery(ruleQuery(id))
}
