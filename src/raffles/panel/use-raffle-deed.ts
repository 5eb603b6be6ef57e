import { anyOf, queryOf, useDeed } from '#access/panel/ask.ts'
import type { PanelRaffle } from '../panel-contract.ts'

/** Anything that is done to a raffle, `mutate(() => ask('POST …'))`: it is shown as it is then. The list and the pages' names follow. */
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
