import { useQueryClient } from '@tanstack/react-query'
import { ask, queryOf, useDeed } from '#access/panel/ask.ts'
import { PanelFailure } from '#platform/panel/api.ts'
import type { Reasons } from '../../contract.ts'

export function sameReasons(one: readonly string[], other: readonly string[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/**
 * Replaces them all. `seen` is the list that the writer began from. The call keeps the last list that it gets, so another
 * person's change is looked for first, and nothing is sent where there is one.
 */
export function useSaveReasons() {
  const client = useQueryClient()
  const shows = queryOf('GET /api/panel/motivos')
  return useDeed(
    async ({ seen, motivos }: Reasons & { seen: readonly string[] }) => {
      const now = await client.fetchQuery({ ...shows, staleTime: 0 })
      if (!sameReasons(now.motivos, seen)) {
        throw new PanelFailure(409, {
          code: 'VERSION_VIEJA',
          error: 'Otra persona cambió los motivos',
          details: 'Mira arriba lo que guardó antes de guardar lo tuyo.',
        })
      }
      return ask('PUT /api/panel/motivos', { body: { motivos } })
    },
    { shows },
  )
}
