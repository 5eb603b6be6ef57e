import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { METHOD_KINDS, METHOD_TITLES } from '#payment-methods/methods.ts'
import { FilterChoice, FilterRow, SearchField } from '#platform/panel/parts/filters.tsx'
import { SEARCH_LENGTH } from '../search-text.ts'
import { STATE_NAMES } from '../state-names.ts'
import { DayFilter } from './day-filter.tsx'
import { type FilterName, type Filters, rafflesQuery } from './purchases-query.ts'

const STATES = Object.entries(STATE_NAMES).map(([value, name]) => ({ value, name }))
const METHODS = [
  ...METHOD_KINDS.map((value) => ({ value: value as string, name: METHOD_TITLES[value] })),
  { value: 'ninguno', name: 'Sin indicar' },
]
/** What a purchase may be marked with; each is a filter of the call. */
const MARKS = [
  { value: 'tasa', name: 'Tasa no verificada' },
  { value: 'venta', name: 'Vendida a mano' },
]

/** One field that finds, and what the list is narrowed by. Each choice is at once in the address. */
export function PurchaseFilters(props: {
  filters: Filters
  field: RefObject<HTMLInputElement | null>
  onFilters: (filters: Filters) => void
}) {
  const { filters, onFilters } = props
  const { data } = useQuery(rafflesQuery)
  const raffles = (data?.rifas ?? []).map(({ id, titulo }) => ({ value: String(id), name: titulo }))
  const change = (changes: Partial<Record<FilterName, string | undefined>>) => {
    const all = Object.entries({ ...filters, ...changes }).filter((entry) => entry[1] !== undefined && entry[1] !== '')
    onFilters(Object.fromEntries(all))
  }
  const days = {
    ...(filters.desde ? { desde: filters.desde } : {}),
    ...(filters.hasta ? { hasta: filters.hasta } : {}),
  }
  return (
    <div className="purchases-tools">
      <SearchField
        label="Buscar compras"
        placeholder="Nombre, cédula, referencia…"
        value={filters.buscar ?? ''}
        maxLength={SEARCH_LENGTH}
        field={props.field}
        onSearch={(buscar) => change({ buscar })}
      />
      <FilterRow label="Filtrar las compras">
        <DayFilter {...days} onDays={({ desde, hasta }) => change({ desde, hasta })} />
        <FilterChoice
          label="Estado"
          value={filters.estado ?? ''}
          options={STATES}
          onChange={(estado) => change({ estado })}
        />
        <FilterChoice label="Rifa" value={filters.rifa ?? ''} options={raffles} onChange={(rifa) => change({ rifa })} />
        <FilterChoice
          label="Método"
          value={filters.metodo ?? ''}
          options={METHODS}
          onChange={(metodo) => change({ metodo })}
        />
        <FilterChoice
          label="Avisos"
          value={filters.tasa ? 'tasa' : filters.venta ? 'venta' : ''}
          options={MARKS}
          onChange={(mark) => change({ tasa: mark === 'tasa' ? 'no' : '', venta: mark === 'venta' ? 'mano' : '' })}
        />
      </FilterRow>
    </div>
  )
}
