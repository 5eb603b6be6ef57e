import { queryOptions } from '@tanstack/react-query'
import { ask } from '#access/panel/ask.ts'

export const homeQuery = queryOptions({
  queryKey: ['inicio'],
  queryFn: () => ask('GET /api/panel/inicio'),
  refetchInterval: 20_000,
})

/** For owners only. */
export const firstStepsQuery = queryOptions({
  queryKey: ['empezar'],
  queryFn: () => ask('GET /api/panel/empezar'),
  refetchInterval: 60_000,
})

/** For those who judge payments. */
export const noticesQuery = queryOptions({
  queryKey: ['avisos'],
  queryFn: () => ask('GET /api/panel/avisos'),
})
