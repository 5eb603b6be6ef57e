import { queryOptions } from '@tanstack/react-query'
import { callPanel } from '#platform/panel/api.ts'
import type { FirstSteps, Home } from '../home-contract.ts'
import type { Notices } from '../notices-contract.ts'

export const homeQuery = queryOptions({
  queryKey: ['inicio'],
  queryFn: () => callPanel<Home>('GET', '/inicio'),
  refetchInterval: 20_000,
})

/** For owners only. */
export const firstStepsQuery = queryOptions({
  queryKey: ['empezar'],
  queryFn: () => callPanel<FirstSteps>('GET', '/empezar'),
  refetchInterval: 60_000,
})

/** For those who judge payments. */
export const noticesQuery = queryOptions({
  queryKey: ['avisos'],
  queryFn: () => callPanel<Notices>('GET', '/avisos'),
})
