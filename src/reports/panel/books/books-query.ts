import { useQuery } from '@tanstack/react-query'
import { asking } from '#access/panel/asking.ts'
import type { BOOK_CALLS, DOSSIER_CALLS } from '../../calls.ts'

const askBooks = asking<typeof BOOK_CALLS>()
export const askDossier = asking<typeof DOSSIER_CALLS>()

export const booksQuery = (id: number) => ({
  queryKey: ['libros', id],
  queryFn: () => askBooks('GET /api/panel/rifas/:id/libros', { params: { id } }),
})

export function useBooks(id: number) {
  return useQuery(booksQuery(id))
}
