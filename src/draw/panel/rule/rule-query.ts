import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { asking } from '#access/panel/asking.ts'
import { raffleQuery } from '#raffles/panel/raffles-query.ts'
import type { RULE_CALLS } from '../../calls.ts'
import type { PanelRule, Postponement, RuleFields } from '../../contract.ts'

const ask = asking<typeof RULE_CALLS>()

export function ruleQuery(id: number) {
  return { queryKey: ['regla', id], queryFn: () => ask('GET /api/panel/rifas/:id/regla', { params: { id } }) }
}

export function useRule(id: number) {
  return useQuery(ruleQuery(id))
}

type RuleDeed =
  | { deed: 'fijar'; version: number; regla: RuleFields }
  | { deed: 'quitar'; version: number }
  | ({ deed: 'aplazar' } & Postponement)

/** What is done to the rule of a raffle; the raffle's form shows what it locks. */
export function useRuleDeed(id: number) {
  const client = useQueryClient()
  const again = () => {
    void client.invalidateQueries({ queryKey: raffleQuery(id).queryKey })
    void client.invalidateQueries({ queryKey: ['rifas'] })
  }
  return useMutation({
    mutationFn: (what: RuleDeed) => {
      const params = { id }
      switch (what.deed) {
        case 'fijar': {
          const { deed: _, ...body } = what
          return ask('PUT /api/panel/rifas/:id/regla', { params, body })
        }
        case 'quitar':
          return ask('DELETE /api/panel/rifas/:id/regla', { params, body: { version: what.version } })
        case 'aplazar': {
          const { deed: _, ...body } = what
          return ask('POST /api/panel/rifas/:id/aplazar', { params, body })
        }
      }
    },
    onSuccess: (rule: PanelRule) => {
      client.setQueryData(ruleQuery(id).queryKey, rule)
      again()
    },
    // What somebody else did, or a first sale, is shown at once.
    onError: () => {
      void client.invalidateQueries({ queryKey: ruleQuery(id).queryKey })
      again()
    },
  })
}
