import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { asking } from '#access/panel/asking.ts'
import { readFailure } from '#platform/panel/api.ts'
import type { FAKE_CALLS } from '../../calls.ts'
import type { AlikeItem, BulkAnswer, Trait } from '../../contract.ts'
import { QUEUE_KEY } from '../queue/queue-query.ts'

const ask = asking<typeof FAKE_CALLS>()

const ALIKE_KEY = ['parecidos']

/** What is shown and sent of a report that may be a fake. */
export type Suspect = Omit<AlikeItem, 'conocido' | 'referencia'> & Partial<Pick<AlikeItem, 'conocido' | 'referencia'>>

export function useAlikeGroups(id: number) {
  return useQuery({
    queryKey: [...ALIKE_KEY, id],
    queryFn: () => ask('GET /api/panel/compras/:id/parecidos', { params: { id }, query: {} }),
    staleTime: 10_000,
  })
}

/** Every report of a group, page after page by itself. */
export function useGroup(id: number, por: Trait, minutes: number) {
  const query = useInfiniteQuery({
    queryKey: ['grupo de parecidos', id, por, minutes],
    queryFn: ({ pageParam }) =>
      ask('GET /api/panel/compras/:id/parecidos/:por', {
        params: { id, por },
        query: { minutos: minutes, despues: pageParam },
      }),
    initialPageParam: 0,
    getNextPageParam: (page) => page.siguiente,
    // What is being picked must not change below the finger.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = query
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, isError, fetchNextPage])
  return query
}

/** Reports that one request rejects. */
const AT_ONCE = 200

export interface FakeRun {
  total: number
  told: BulkAnswer['resultados']
  going: boolean
  /** Why it stopped before the end; empty when it did not. */
  stopped: string
}

/**
 * Rejects reports as fakes, some at a time, and tells each. What was cut off goes on with the rest: the server tells what is done
 * already as done.
 */
export function useFakeRun() {
  const client = useQueryClient()
  const [run, setRun] = useState<FakeRun | null>(null)
  const stop = useRef(false)
  useEffect(
    () => () => {
      stop.current = true
    },
    [],
  )

  async function go(suspects: readonly Suspect[], told: BulkAnswer['resultados']): Promise<void> {
    stop.current = false
    const total = suspects.length
    let known = told
    let stopped = ''
    setRun({ total, told: known, going: true, stopped })
    try {
      while (known.length < total && !stop.current) {
        const compras = suspects.slice(known.length, known.length + AT_ONCE).map(({ id, version }) => ({ id, version }))
        const answer = await ask('POST /api/panel/revision/falsas', { body: { compras } })
        known = [...known, ...answer.resultados]
        setRun({ total, told: known, going: known.length < total, stopped })
      }
      if (known.length < total) stopped = 'Lo detuviste.'
    } catch (error) {
      const { title, details } = readFailure(error)
      stopped = `${title}. ${details}`
    }
    setRun({ total, told: known, going: false, stopped })
    for (const queryKey of [QUEUE_KEY, ['compra'], ALIKE_KEY]) void client.invalidateQueries({ queryKey })
  }

  return {
    run,
    start: (suspects: readonly Suspect[]) => void go(suspects, []),
    goOn: (suspects: readonly Suspect[]) => void go(suspects, run?.told ?? []),
    halt: () => {
      stop.current = true
    },
  }
}
