import { queryOptions } from '@tanstack/react-query'
import { ask } from '#access/panel/ask.ts'

/** What can be sold by hand. It is asked for ahead of the form, whose code it does not bring. */
export const saleChoicesQuery = queryOptions({
  queryKey: ['vender'],
  queryFn: () => ask('GET /api/panel/compras/nueva'),
})
