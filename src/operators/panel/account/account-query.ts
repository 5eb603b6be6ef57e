import { queryOptions } from '@tanstack/react-query'
import { callPanel } from '#platform/panel/api.ts'
import type { Account } from '../../contract-account.ts'

export const accountQuery = queryOptions({
  queryKey: ['cuenta'],
  queryFn: () => callPanel<Account>('GET', '/cuenta'),
})
