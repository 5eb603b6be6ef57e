import { queryOptions } from '@tanstack/react-query'
import { asking } from '#access/panel/asking.ts'
import type { BACKUP_CALLS } from '../calls.ts'

export const ask = asking<typeof BACKUP_CALLS>()

export const lastCopyQuery = queryOptions({
  queryKey: ['respaldos'],
  queryFn: () => ask('GET /api/panel/respaldos'),
})
