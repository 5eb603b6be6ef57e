import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callPanel } from '#platform/panel/api.ts'
import type { RateHistory, RateStatus } from '../contract.ts'

const RATE_KEY = ['tasa']
const HISTORY_KEY = ['tasa-historia']

export const rateQuery = { queryKey: RATE_KEY, queryFn: () => callPanel<RateStatus>('GET', '/tasa') }

export function useRate() {
  return useQuery({ ...rateQuery, refetchInterval: 60_000 })
}

export const rateHistoryQuery = {
  queryKey: HISTORY_KEY,
  queryFn: () => callPanel<RateHistory>('GET', '/tasa/historia'),
}

export function useRateHistory() {
  return useQuery({ ...rateHistoryQuery, refetchInterval: 120_000 })
}

/** Any change of the rate: its path, and what it carries. */
export interface RateWrite {
  path: '' | '/publicada' | '/actualizar'
  body: Record<string, string>
}

export function useWriteRate() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ path, body }: RateWrite) => callPanel<RateStatus>('POST', `/tasa${path}`, body),
    onSuccess: (status) => {
      client.setQueryData(RATE_KEY, status)
      void client.invalidateQueries({ queryKey: HISTORY_KEY })
    },
  })
}
