import { type Calling, pagesOf } from '#access/panel/ask.ts'
import { filtersIn } from '#platform/panel/search-filters.ts'

/** The filters of the list, as the address holds them and the call takes them. */
export const FILTERS = ['buscar', 'rifa', 'estado', 'metodo', 'desde', 'hasta', 'tasa', 'venta', 'vendedor'] as const
export type FilterName = (typeof FILTERS)[number]
export type Filters = Partial<Record<FilterName, string>>

export const readFilters = (search: string): Filters => filtersIn(FILTERS, search)

/** The address of the list under those filters, or of one purchase opened from it. */
export function purchasesPath(filters: Filters, id?: number): string {
  const search = new URLSearchParams(filters).toString()
  return `/compras${id === undefined ? '' : `/${id}`}${search === '' ? '' : `?${search}`}`
}

/** The address of the list at the row of that purchase. */
export function rowPath(filters: Filters, id: number): string {
  return `${purchasesPath(filters)}#${rowName(id)}`
}

/** Id of a row in the page. */
export function rowName(id: number): string {
  return `compra-${id}`
}

/** Purchases that fit, newest first, fifty at a time. A first page that is looked at stays fresh by itself. */
export function purchasesOf(filters: Filters) {
  return pagesOf('GET /api/panel/compras', {
    query: filters,
    refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? 20_000 : false),
  })
}

/** Calls that show a purchase, anywhere: they are repeated when one changes. */
export const PURCHASE_SHOWN = [
  'GET /api/panel/compras',
  'GET /api/panel/compras/:id',
  'GET /api/panel/compras/:id/ficha',
  'GET /api/panel/correos',
  'GET /api/panel/correos/:id',
  'GET /api/panel/diario',
] as const satisfies readonly Calling[]
