import { filtersIn } from '#platform/panel/search-filters.ts'
/** The filters of the screen, as the address holds them. */
export const FILTERS = ['persona', 'que', 'rifa', 'desde', 'hasta'] as const
export type FilterName = (typeof FILTERS)[number]
export type Filters = Partial<Record<FilterName, string>>

export const readFilters = (search: string): Filters => filtersIn(FILTERS, search)
