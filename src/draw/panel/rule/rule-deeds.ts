import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { ask } from '#access/panel/ask.ts'
import { uploadFile } from '#platform/panel/upload.ts'
import { raffleQuery } from '#raffles/panel/raffles-query.ts'
import type { NamedPicture, PanelRule, Postponement, RuleFields } from '../../contract.ts'
import { ruleQuery } from './rule-query.ts'

export const papersKey = (id: number) => ['papeles', id]

/** Sends a picture of a prize or of the permit: it is shown once the one or the other is saved with it. */
export async function sendPicture(client: QueryClient, id: number, file: File): Promise<NamedPicture> {
  const sent = await uploadFile<NamedPicture>(`/rifas/${id}/fotos`, 'imagen', file)
  for (const queryKey of [ruleQuery(id).queryKey, papersKey(id)]) {
    client.setQueryData<{ fotos: NamedPicture[] }>(queryKey, (kept) => {
      const others = kept?.fotos.filter(({ sha256 }) => sha256 !== sent.sha256) ?? []
      return kept && { ...kept, fotos: [...others, sent] }
    })
  }
  return sent
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
