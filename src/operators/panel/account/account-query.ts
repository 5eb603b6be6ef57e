import { queryOptions } from '@tanstack/react-query'
import { ask } from '../ask.ts'

export const accountQuery = queryOptions({
  queryKey: ['cuenta'],
  queryFn: () => ask('GET /api/panel/cuenta'),
})
