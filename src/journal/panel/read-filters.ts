/** The filters of the screen, as the address holds them. */
export const FILTERS = ['persona', 'que', 'rifa', 'compra', 'desde', 'hasta'] as const
export type FilterName = (typeof FILTERS)[number]
export type Filters = Partial<Record<FilterName, string>>

export function readFilters(search: string): Filters {
  const given = new URLSearchParams(search)
  return Object.fromEntries(FILTERS.flatMap((name) => (given.get(name) ? [[name, given.get(name) ?? '']] : [])))
}
