import { useAsk } from '#access/panel/ask.ts'
import { METHOD_KINDS, METHOD_NAMES } from '#payment-methods/methods.ts'
import { addDays, dayInCaracas, type Instant, parseDay } from '#platform/clock.ts'
import { serverNow } from '#platform/panel/api.ts'
import { FilterChoice, FilterRow, SearchField } from '#platform/panel/parts/filters.tsx'
import { formatDays, formatShortDay } from '#platform/panel/time.ts'
import { SEARCH_LENGTH } from '../search-text.ts'
import { STATE_NAMES } from '../state-names.ts'
import type { FilterName, Filters } from './purchase-list.ts'

/** How many days before today each begins and ends. */
const SPANS = [
  { value: 'hoy', name: 'Hoy', from: 0, to: 0 },
  { value: 'ayer', name: 'Ayer', from: 1, to: 1 },
  { value: '7', name: '7 días', from: 6, to: 0 },
  { value: '30', name: '30 días', from: 29, to: 0 },
] as const

const STATES = Object.entries(STATE_NAMES).map(([value, name]) => ({ value, name }))
const METHODS = [
  ...METHOD_KINDS.map((value) => ({ value: value as string, name: METHOD_NAMES[value] })),
  { value: 'efectivo', name: 'Efectivo' },
  { value: 'ninguno', name: 'Sin indicar' },
]
/** Marks of a purchase; each is a filter of the call. */
const MARKS = [
  { value: 'tasa', name: 'Tasa no verificada' },
  { value: 'venta', name: 'Vendida a mano' },
]

/** One search field, and the filters of the list. Each choice is immediately in the address. */
export function PurchaseFilters(props: { filters: Filters; onFilters: (filters: Filters) => void }) {
  const { filters, onFilters } = props
  const { data } = useAsk('GET /api/panel/compras/rifas', { staleTime: 60_000 })
  const raffles = (data?.rifas ?? []).map(({ id, titulo }) => ({ value: String(id), name: titulo }))
  const sellers = (data?.vendedores ?? []).map(({ id, nombre }) => ({ value: String(id), name: nombre }))
  const change = (changes: Partial<Record<FilterName, string | undefined>>) => {
    const all = Object.entries({ ...filters, ...changes }).filter((entry) => entry[1] !== undefined && entry[1] !== '')
    onFilters(Object.fromEntries(all))
  }
  const choices: [FilterName, label: string, options: readonly { value: string; name: string }[]][] = [
    ['estado', 'Estado', STATES],
    ['rifa', 'Rifa', raffles],
    ['metodo', 'Método', METHODS],
  ]
  if (sellers.length > 0) choices.push(['vendedor', 'Vendedor', sellers])
  return (
    <div className="purchases-tools pad-edge-3 row wrap">
      <SearchField
        label="Buscar compras"
        placeholder="Nombre, cédula, referencia…"
        value={filters.buscar ?? ''}
        maxLength={SEARCH_LENGTH}
        onSearch={(buscar) => change({ buscar })}
      />
      <FilterRow label="Filtrar las compras">
        <DayFilter desde={filters.desde} hasta={filters.hasta} onDays={(desde, hasta) => change({ desde, hasta })} />
        {choices.map(([name, label, options]) => (
          <FilterChoice
            key={name}
            label={label}
            value={filters[name] ?? ''}
            options={options}
            onChange={(value) => change({ [name]: value })}
          />
        ))}
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

interface DayFilterProps {
  desde: string | undefined
  hasta: string | undefined
  onDays: (desde?: string, hasta?: string) => void
}

/** The days on which it was reported. */
function DayFilter({ desde, hasta, onDays }: DayFilterProps) {
  const today = dayInCaracas(serverNow() as Instant)
  const ends = (span: (typeof SPANS)[number]) => [addDays(today, -span.from), addDays(today, -span.to)] as const
  const on = SPANS.find((span) => ends(span)[0] === desde && ends(span)[1] === hasta)
  return (
    <FilterChoice
      label="Fecha"
      value={on?.value ?? desde ?? hasta ?? ''}
      shows={on?.name ?? tellDays(desde, hasta)}
      options={SPANS}
      onChange={(value) => {
        const span = SPANS.find((one) => one.value === value)
        onDays(...(span ? ends(span) : []))
      }}
    />
  )
}

function tellDays(desde: string | undefined, hasta: string | undefined): string {
  const [from, to] = [desde ? parseDay(desde) : null, hasta ? parseDay(hasta) : null]
  if (from && to) return from === to ? formatShortDay(from) : formatDays(from, to)
  if (from) return `Desde ${formatShortDay(from)}`
  return to ? `Hasta ${formatShortDay(to)}` : ''
}
