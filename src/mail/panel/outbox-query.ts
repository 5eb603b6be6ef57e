import { type InfiniteData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callPanel } from '#platform/panel/api.ts'
import type {
  MailServerState,
  MailState,
  OutboxItem,
  OutboxMail,
  OutboxPage,
  RetryAnswer,
  Suppressions,
  TestAnswer,
} from '../contract.ts'

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

/** How the mail server does. */
export function useMailServer() {
  return useQuery({
    queryKey: ['correo-servidor'],
    queryFn: () => callPanel<MailServerState>('GET', '/correos/servidor'),
    refetchInterval: 30_000,
  })
}

function useForgetMail() {
  const client = useQueryClient()
  return () => {
    for (const key of ['correos', 'correo', 'correo-servidor', 'correos-suprimidas']) {
      void client.invalidateQueries({ queryKey: [key] })
    }
  }
}

/** Sends a mail again, as it was seen; with `para`, to that address from now on. */
export function useResend({ id, reenvios }: Pick<OutboxMail, 'id' | 'reenvios'>) {
  const client = useQueryClient()
  const forget = useForgetMail()
  return useMutation({
    mutationFn: (para?: string) =>
      para === undefined
        ? callPanel<OutboxMail>('POST', `/correos/${id}/reenviar`, { reenvios })
        : callPanel<OutboxMail>('POST', `/correos/${id}/corregir`, { para }),
    onSuccess: (mail) => {
      client.setQueryData(['correo', id], mail)
      forget()
    },
    // It may have changed since it was seen.
    onError: forget,
  })
}

export function useRetryFailed() {
  return useMutation({
    mutationFn: () => callPanel<RetryAnswer>('POST', '/correos/reintentar'),
    onSuccess: useForgetMail(),
  })
}

export function useTestMail() {
  return useMutation({
    mutationFn: () => callPanel<TestAnswer>('POST', '/correos/prueba'),
    onSuccess: useForgetMail(),
  })
}

export function useSuppressions() {
  return useQuery({
    queryKey: ['correos-suprimidas'],
    queryFn: () => callPanel<Suppressions>('GET', '/correos/suprimidas'),
  })
}

export function useUnsuppress() {
  return useMutation({
    mutationFn: (correo: string) => callPanel<undefined>('DELETE', '/correos/suprimidas', { correo }),
    onSuccess: useForgetMail(),
  })
}
