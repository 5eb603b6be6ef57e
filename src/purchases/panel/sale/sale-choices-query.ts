import { queryOptions } from '@tanstack/react-query'
import { asking } from '#access/panel/asking.ts'
import type { SALE_CALLS } from '../../calls.ts'

const ask = asking<typeof SALE_CALLS>()

/** What can be sold by hand. It is asked for ahead of the form, whose code it does not bring. */
export const saleChoicesQuery = queryOptions({
  queryKey: ['vender'],
  queryFn: () => ask('GET /api/panel/compras/nueva'),
})
