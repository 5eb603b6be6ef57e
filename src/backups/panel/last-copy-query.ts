import { queryOptions } from '@tanstack/react-query'
import { ask } from '#access/panel/ask.ts'

export const lastCopyQuery = queryOptions({
  queryKey: ['respaldos'],
  queryFn: () => ask('GET /api/panel/respaldos'),
})
