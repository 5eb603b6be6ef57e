import {
  type InfiniteData,
  skipToken,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { asking } from '#access/panel/asking.ts'
import type { OUTBOX_CALLS } from '../calls.ts'
import type { MailState, OutboxItem, OutboxMail, OutboxPage } from '../contract.ts'

const ask = asking<typeof OUTBOX_CALLS>()

const POLL = 15_000

/** Mail of one state, or of all, newest first. @param enabled false for who may not ask. */
export function useOutbox(state: MailState | '', enabled = true) {
  return useInfiniteQuery({
    queryKey: ['correos', state],
    queryFn: ({ pageParam }) =>
      ask('GET /api/panel/correos', { query: { estado: state === '' ? null : state, despues: pageParam } }),
    initialPageParam: '',
    getNextPageParam: (page) => page.siguiente,
    refetchInterval: POLL,
    enabled,
  })
}

export function outboxItems(data: InfiniteData<OutboxPage> | undefined): OutboxItem[] {
  return data?.pages.flatMap((page) => page.correos) ?? []
}

export function useMail(id: number | null) {
  return useQuery({
    queryKey: ['correo', id],
    queryFn: id === null ? skipToken : () => ask('GET /api/panel/correos/:id', { params: { id } }),
    refetchInterval: POLL,
  })
}

/** How the mail server does. */
export function useMailServer() {
  return useQuery({
    queryKey: ['correo-servidor'],
    queryFn: () => ask('GET /api/panel/correos/servidor'),
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
        ? ask('POST /api/panel/correos/:id/reenviar', { params: { id }, body: { reenvios } })
        : ask('POST /api/panel/correos/:id/corregir', { params: { id }, body: { para } }),
    onSuccess: (mail) => {
      client.setQueryData(['correo', id], mail)
      forget()
    },
    // It may have changed since it was seen.
    onError: forget,
  })
}

/** What sending everything again would do, asked anew each time that it is looked at. */
export function useUndelivered() {
  return useQuery({
    queryKey: ['correos-sin-entregar'],
    queryFn: () => ask('GET /api/panel/correos/reintentar'),
    gcTime: 0,
  })
}

export function useRetryFailed() {
  return useMutation({
    mutationFn: () => ask('POST /api/panel/correos/reintentar'),
    onSuccess: useForgetMail(),
  })
}

export function useTestMail() {
  return useMutation({
    mutationFn: () => ask('POST /api/panel/correos/prueba'),
    onSuccess: useForgetMail(),
  })
}

export function useSuppressions() {
  return useQuery({
    queryKey: ['correos-suprimidas'],
    queryFn: () => ask('GET /api/panel/correos/suprimidas'),
  })
}

export function useUnsuppress() {
  return useMutation({
    mutationFn: (correo: string) => ask('DELETE /api/panel/correos/suprimidas', { body: { correo } }),
    onSuccess: useForgetMail(),
  })
}
