import { type InfiniteData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callPanel } from '#platform/web/panel-api.ts'
import type { MailState, OutboxItem, OutboxMail, OutboxPage } from '../contract.ts'

const POLL = 15_000

/** Mail of one state, or of all, newest first. */
export function useOutbox(state: MailState | '') {
  return useInfiniteQuery({
    queryKey: ['correos', state],
    queryFn: ({ pageParam }) => {
      const search = new URLSearchParams()
      if (state !== '') search.set('estado', state)
      if (pageParam !== '') search.set('despues', pageParam)
      return callPanel<OutboxPage>('GET', search.size > 0 ? `/correos?${search}` : '/correos')
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.siguiente,
    refetchInterval: POLL,
  })
}

export function outboxItems(data: InfiniteData<OutboxPage> | undefined): OutboxItem[] {
  return data?.pages.flatMap((page) => page.correos) ?? []
}

export function useMail(id: number | null) {
  return useQuery({
    queryKey: ['correo', id],
    queryFn: () => callPanel<OutboxMail>('GET', `/correos/${id}`),
    enabled: id !== null,
    refetchInterval: POLL,
  })
}

export function useResend(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => callPanel<OutboxMail>('POST', `/correos/${id}/reenviar`),
    onSuccess: (mail) => {
      client.setQueryData(['correo', id], mail)
      void client.invalidateQueries({ queryKey: ['correos'] })
    },
  })
}
