import type { InfiniteData } from '@tanstack/react-query'
import { usePages } from '#access/panel/ask.ts'
import { serverNow } from '#platform/panel/api.ts'
import type { ReviewItem, ReviewQueue } from '../../contract.ts'
import { LATE_AFTER } from '../../late.ts'

/** Every queue, with any filter. */
export const QUEUE_KEY = ['GET /api/panel/revision'] as const
/** New reports show up within this time. */
const POLL = 10_000

/** Filter of the queue in the address: `?rifa=1&metodo=zelle&ver=limpios`. */
export interface QueueFilter {
  rifa: string
  metodo: string
  /** The server knows raffle and method; this one picks among what has been loaded. */
  ver: '' | 'limpios' | 'avisos'
}

export const NO_FILTER: QueueFilter = { rifa: '', metodo: '', ver: '' }

export function readFilter(search: string): QueueFilter {
  const params = new URLSearchParams(search)
  const ver = params.get('ver')
  return {
    rifa: params.get('rifa') ?? '',
    metodo: params.get('metodo') ?? '',
    ver: ver === 'limpios' || ver === 'avisos' ? ver : '',
  }
}

/** The address of a payment on the desk, or of the queue alone, under that filter. */
export function deskPath(filter: QueueFilter, id?: number): string {
  const params = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ''))
  const search = params.toString()
  return `/revision${id === undefined ? '' : `/${id}`}${search === '' ? '' : `?${search}`}`
}

/** @param enabled false for operators who may not ask. */
export function useQueue(filter: QueueFilter = NO_FILTER, enabled = true) {
  const { rifa, metodo } = filter
  return usePages('GET /api/panel/revision', { query: { rifa, metodo }, refetchInterval: POLL, enabled })
}

/** The payments of the pages that are loaded, oldest first. */
export function queueItems(data: InfiniteData<ReviewQueue> | undefined, ver: QueueFilter['ver'] = ''): ReviewItem[] {
  const all = data?.pages.flatMap((page) => page.compras) ?? []
  if (ver === '') return all
  return all.filter((item) => (item.nivel === 'bien') === (ver === 'limpios'))
}

/** Whether nobody else looks at it. */
export function isFree({ revisa }: Pick<ReviewItem, 'revisa'>): boolean {
  return revisa === null || revisa.mia
}

/** The queue without a payment that was just decided, until the server agrees. */
export function withoutItem(data: InfiniteData<ReviewQueue>, id: number): InfiniteData<ReviewQueue> {
  const held = data.pages.flatMap((page) => page.compras).find((item) => item.id === id)
  const late = held !== undefined && serverNow() - Date.parse(held.en_revision_desde) > LATE_AFTER
  return {
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      total: held ? Math.max(0, page.total - 1) : page.total,
      tarde: late ? Math.max(0, page.tarde - 1) : page.tarde,
      compras: page.compras.filter((item) => item.id !== id),
    })),
  }
}
