import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { asking } from '#access/panel/asking.ts'
import type { BOOK_CALLS, BOOK_MAIL_CALLS, BookMails } from '../../calls.ts'

const askBooks = asking<typeof BOOK_CALLS>()
const askMails = asking<typeof BOOK_MAIL_CALLS>()

export const booksQuery = (id: number) => ({
  queryKey: ['libros', id],
  queryFn: () => askBooks('GET /api/panel/rifas/:id/libros', { params: { id } }),
})

export function useBooks(id: number) {
  return useQuery(booksQuery(id))
}

const MAILS = ['libros', 'correos']

/** Asked for when its dialog opens. */
export function useBookMails() {
  return useQuery({ queryKey: MAILS, queryFn: () => askMails('GET /api/panel/libros/correos') })
}

/** Says who gets the books. @param onDone once it is kept. */
export function useChangeBookMails(onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BookMails) => askMails('POST /api/panel/libros/correos', { body }),
    onSuccess: (kept) => {
      client.setQueryData(MAILS, kept)
      onDone()
    },
  })
}
