import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '#access/panel/ask.ts'
import type { SalesPage } from '#payment-methods/contract.ts'
import type { PanelRaffle, PriceGuard, RaffleCreation, RaffleSave } from '../panel-contract.ts'

const RAFFLES_KEY = ['rifas']

export const rafflesQuery = {
  queryKey: RAFFLES_KEY,
  queryFn: () => ask('GET /api/panel/rifas'),
}

export function raffleQuery(id: number) {
  return { queryKey: ['rifa', id], queryFn: () => ask('GET /api/panel/rifas/:id', { params: { id } }) }
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
    mutationFn: (body: RaffleCreation) => ask('POST /api/panel/rifas', { body }),
    onSuccess: useKeepRaffle(),
  })
}

export function useSaveRaffle(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: RaffleSave) => ask('POST /api/panel/rifas/:id', { params: { id }, body }),
    onSuccess: useKeepRaffle(),
    // What somebody else did meanwhile is shown at once.
    onError: () => void client.invalidateQueries({ queryKey: raffleQuery(id).queryKey }),
  })
}

export type RaffleDeed =
  | ({ deed: 'publicar'; paginas: SalesPage[] } & PriceGuard)
  | { deed: 'pagina'; pagina: SalesPage; vista: number }
  | { deed: 'cerrar' | 'terminar-correcciones' | 'seguir'; codigo: string }
  | { deed: 'duplicar'; clave: string }
  | { deed: 'pausar' | 'reanudar' | 'archivar' | 'recuperar' }

/** Everything that is done to a raffle beside editing it. Its answer to 'duplicar' is the copy. */
export function useRaffleDeed(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (what: RaffleDeed) => {
      const params = { id }
      switch (what.deed) {
        case 'publicar': {
          const { deed: _, ...body } = what
          return ask('POST /api/panel/rifas/:id/publicar', { params, body })
        }
        case 'pagina':
          return ask('POST /api/panel/rifas/:id/pagina', { params, body: { pagina: what.pagina, vista: what.vista } })
        case 'duplicar':
          return ask('POST /api/panel/rifas/:id/duplicar', { params, body: { clave: what.clave } })
        case 'cerrar':
        case 'seguir':
        case 'terminar-correcciones':
          return ask(`POST /api/panel/rifas/:id/${what.deed}`, { params, body: { codigo: what.codigo } })
        default:
          return ask(`POST /api/panel/rifas/:id/${what.deed}`, { params })
      }
    },
    onSuccess: useKeepRaffle(),
    onError: () => void client.invalidateQueries({ queryKey: raffleQuery(id).queryKey }),
  })
}
