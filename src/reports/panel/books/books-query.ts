import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '#access/panel/ask.ts'
import type { BookMails } from '../../calls.ts'

export const booksQuery = (id: number) => ({
  queryKey: ['libros', id],
  queryFn: () => ask('GET /api/panel/rifas/:id/libros', { params: { id } }),
})

export function useBooks(id: number) {
  return useQuery(booksQuery(id))
}

const MAILS = ['libros', 'correos']

/** Asked for when its dialog opens. */
export function useBookMails() {
  return useQuery({ queryKey: MAILS, queryFn: () => ask('GET /api/panel/libros/correos') })
}

/** Says who gets the books. @param onDone once it is kept. */
export function useChangeBookMails(onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BookMails) => ask('POST /api/panel/libros/correos', { body }),
    onSuccess: (kept) => {
      client.setQueryData(MAILS, kept)
      onDone()
    },
  })
}
