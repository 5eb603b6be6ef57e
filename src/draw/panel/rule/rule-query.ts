import { useQuery } from '@tanstack/react-query'
import { asking } from '#access/panel/asking.ts'
import type { RULE_CALLS } from '../../calls.ts'

const ask = asking<typeof RULE_CALLS>()

export function ruleQuery(id: number) {
  return { queryKey: ['regla', id], queryFn: () => ask('GET /api/panel/rifas/:id/regla', { params: { id } }) }
}

export function useRule(id: number) {
  return useQuery(ruleQuery(id))
}
