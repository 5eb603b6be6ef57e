import { anyOf, queryOf, useDeed } from '#access/panel/ask.ts'
import type { PanelRaffle } from '../panel-contract.ts'

/** Any action on a raffle, `mutate(() => ask('POST …'))`: its new state is shown. The list and the pages' names follow. */
export function useRaffleDeed(id: number) {
  return useDeed(anyOf<PanelRaffle>, {
    shows: queryOf('GET /api/panel/rifas/:id', { params: { id } }),
    refreshes: ['GET /api/panel/rifas'],
  })
}

/** Effects of a new raffle. */
export const NEW_RAFFLE = {
  shows: ({ id }: PanelRaffle) => queryOf('GET /api/panel/rifas/:id', { params: { id } }),
  refreshes: ['GET /api/panel/rifas'],
} as const
