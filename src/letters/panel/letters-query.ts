import { type QueryClient, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { asking } from '#access/panel/asking.ts'
import type { LETTER_CALLS } from '../calls.ts'
import type { LetterDraft, LetterStart } from '../contract.ts'

const ask = asking<typeof LETTER_CALLS>()

/** How far letters are is looked at again every few seconds. */
const POLL = 5_000

export const raffleLettersQuery = (id: number) => ({
  queryKey: ['cartas', id],
  queryFn: () => ask('GET /api/panel/rifas/:id/cartas', { params: { id } }),
})

export function useRaffleLetters(id: number) {
  return useQuery({ ...raffleLettersQuery(id), refetchInterval: POLL })
}

/** Whom no mail reaches, page by page. */
export function useByHand(id: number) {
  return useInfiniteQuery({
    queryKey: ['cartas', id, 'a mano'],
    queryFn: ({ pageParam }) =>
      ask('GET /api/panel/rifas/:id/cartas/a-mano', { params: { id }, query: { despues: String(pageParam) } }),
    initialPageParam: 0,
    getNextPageParam: ({ siguiente }) => siguiente,
  })
}

export const lettersQuery = { queryKey: ['cartas'], queryFn: () => ask('GET /api/panel/cartas') }

export function useLetters() {
  return useQuery({ ...lettersQuery, refetchInterval: POLL })
}

/** Of a raffle, and of all of them. */
function look(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ['cartas'] })
}

/** Stops a letter, or lets it go on with so many mails a day. */
export function useMoveLetter(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (al_dia: number | null) =>
      al_dia === null
        ? ask('POST /api/panel/cartas/:id/detener', { params: { id } })
        : ask('POST /api/panel/cartas/:id/continuar', { params: { id }, body: { al_dia } }),
    onSettled: () => look(client),
  })
}

export function useStartLetter(raffle: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Omit<LetterStart, 'codigo'> & { codigo?: string }) =>
      ask('POST /api/panel/rifas/:id/cartas', { params: { id: raffle }, body }),
    onSettled: () => look(client),
  })
}

export function useTestLetter(raffle: number) {
  return useMutation({
    mutationFn: (body: LetterDraft) => ask('POST /api/panel/rifas/:id/cartas/prueba', { params: { id: raffle }, body }),
  })
}

/** A letter as it arrives; what was last shown stays until the next one is there. */
export function useLetterPreview(raffle: number, draft: LetterDraft, enabled: boolean) {
  return useQuery({
    queryKey: ['carta-vista', raffle, draft],
    queryFn: () => ask('POST /api/panel/rifas/:id/cartas/vista', { params: { id: raffle }, body: draft }),
    enabled,
    placeholderData: (before) => before,
    staleTime: 60_000,
  })
}
