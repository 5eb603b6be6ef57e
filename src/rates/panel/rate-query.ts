import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { asking } from '#access/panel/asking.ts'
import type { RATE_CALLS } from '../calls.ts'
import type { RateChoice, RateEntry } from '../contract.ts'

const ask = asking<typeof RATE_CALLS>()

const RATE_KEY = ['tasa']
const HISTORY_KEY = ['tasa-historia']

export const rateQuery = { queryKey: RATE_KEY, queryFn: () => ask('GET /api/panel/tasa') }

export function useRate() {
  return useQuery({ ...rateQuery, refetchInterval: 60_000 })
}

export const rateHistoryQuery = {
  queryKey: HISTORY_KEY,
  queryFn: () => ask('GET /api/panel/tasa/historia'),
}

export function useRateHistory() {
  return useQuery({ ...rateHistoryQuery, refetchInterval: 120_000 })
}

/** Any change of the rate: which is used, one that was published, today's, or whatever the source says now. */
export type RateWrite = { elegir: RateChoice } | { publicada: RateEntry } | { hoy: string } | 'actualizar'

export function useWriteRate() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (write: RateWrite) => {
      if (write === 'actualizar') return ask('POST /api/panel/tasa/actualizar')
      if ('hoy' in write) return ask('POST /api/panel/tasa/hoy', { body: { tasa: write.hoy } })
      if ('elegir' in write) return ask('POST /api/panel/tasa', { body: write.elegir })
      return ask('POST /api/panel/tasa/publicada', { body: write.publicada })
    },
    onSuccess: (status) => {
      client.setQueryData(RATE_KEY, status)
      void client.invalidateQueries({ queryKey: HISTORY_KEY })
    },
  })
}
