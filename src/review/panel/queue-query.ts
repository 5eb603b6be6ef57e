import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { callPanel } from '#platform/web/panel-api.ts'
import type { ReviewItem, ReviewQueue } from '../contract.ts'

export const QUEUE_KEY = ['revision']
/** New reports show up within this time. */
const POLL = 10_000
/** A payment that waits longer than this calls for attention. */
export const LATE_AFTER = 30 * 60_000

export function useQueue() {
  return useInfiniteQuery({
    queryKey: QUEUE_KEY,
    queryFn: ({ pageParam }) =>
      callPanel<ReviewQueue>(
        'GET',
        pageParam === '' ? '/revision' : `/revision?despues=${encodeURIComponent(pageParam)}`,
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.siguiente,
    refetchInterval: POLL,
  })
}

/** The payments of the pages that are loaded, oldest first. */
export function queueItems(data: InfiniteData<ReviewQueue> | undefined): ReviewItem[] {
  return data?.pages.flatMap((page) => page.compras) ?? []
}

/** The queue without a payment that was just decided, until the server says the same. */
export function withoutItem(data: InfiniteData<ReviewQueue>, id: number): InfiniteData<ReviewQueue> {
  const held = data.pages.some((page) => page.compras.some((item) => item.id === id))
  return {
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      total: held ? Math.max(0, page.total - 1) : page.total,
      compras: page.compras.filter((item) => item.id !== id),
    })),
  }
}
