import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SalesPage } from '#payment-methods/contract.ts'
import { callPanel } from '#platform/panel/api.ts'
import type { RaffleFields } from '../contract.ts'
import type { PanelRaffle, PanelRaffles, PriceGuard, RaffleCreation } from '../panel-contract.ts'

const RAFFLES_KEY = ['rifas']

export const rafflesQuery = {
  queryKey: RAFFLES_KEY,
  queryFn: () => callPanel<PanelRaffles>('GET', '/rifas'),
}

export function raffleQuery(id: number) {
  return { queryKey: ['rifa', id], queryFn: () => callPanel<PanelRaffle>('GET', `/rifas/${id}`) }
}

/** Sales go on while somebody looks. */
const EVERY = 20_000

export function useRaffles() {
  return useQuery({ ...rafflesQuery, refetchInterval: EVERY })
}

export function useRaffle(id: number) {
  return useQuery({ ...raffleQuery(id), refetchInterval: EVERY })
}

/** Puts what a change answered in place of what is shown; the list and the pages' names follow. */
function useKeepRaffle() {
  const client = useQueryClient()
  return (raffle: PanelRaffle) => {
    client.setQueryData(raffleQuery(raffle.id).queryKey, raffle)
    void client.invalidateQueries({ queryKey: RAFFLES_KEY })
  }
}

export function useCreateRaffle() {
  return useMutation({
    mutationFn: (body: RaffleCreation) => callPanel<PanelRaffle>('POST', '/rifas', body),
    onSuccess: useKeepRaffle(),
  })
}

export function useSaveRaffle(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { version: number; campos: Partial<RaffleFields> } & PriceGuard) =>
      callPanel<PanelRaffle>('POST', `/rifas/${id}`, body),
    onSuccess: useKeepRaffle(),
    // What somebody else did meanwhile is shown at once.
    onError: () => void client.invalidateQueries({ queryKey: raffleQuery(id).queryKey }),
  })
}

export type RaffleDeed =
  | ({ deed: 'publicar'; paginas: SalesPage[] } & PriceGuard)
  | { deed: 'pagina'; pagina: SalesPage; vista: number }
  | { deed: 'cerrar' | 'terminar-correcciones'; codigo: string }
  | { deed: 'duplicar'; clave: string }
  | { deed: 'pausar' | 'reanudar' | 'archivar' | 'recuperar' }

/** Everything that is done to a raffle beside editing it. Its answer to 'duplicar' is the copy. */
export function useRaffleDeed(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ deed, ...body }: RaffleDeed) => callPanel<PanelRaffle>('POST', `/rifas/${id}/${deed}`, body),
    onSuccess: useKeepRaffle(),
    onError: () => void client.invalidateQueries({ queryKey: raffleQuery(id).queryKey }),
  })
}
