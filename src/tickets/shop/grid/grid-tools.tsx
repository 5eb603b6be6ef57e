import { Icon } from '#platform/web/icon.tsx'

interface Props {
  typed: string
  onType: (typed: string) => void
  /** Enter in the search field. */
  onEnter: () => void
  onlyFree: boolean
  onOnlyFree: (only: boolean) => void
}

/** What narrows the grid down. */
export function GridTools({ typed, onType, onEnter, onlyFree, onOnlyFree }: Props) {
  return (
    <div className="grid-tools">
      <span className="grid-search">
        <Icon name="search" />
        <input
          type="search"
          className="input"
          inputMode="numeric"
          enterKeyHint="go"
          autoComplete="off"
          maxLength={12}
          placeholder="Buscar un número"
          aria-label="Buscar un número"
          value={typed}
          onChange={(event) => onType(event.target.value.trim().toLowerCase())}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) onEnter()
          }}
        />
      </span>
      <label className="grid-only">
        <input type="checkbox" checked={onlyFree} onChange={(event) => onOnlyFree(event.target.checked)} />
        Solo disponibles
      </label>
    </div>
  )
}

/** The states by their form, for who sees them; who hears the grid is told each. */
export function GridLegend() {
  return (
    <p className="grid-legend" aria-hidden="true">
      <span>
        <i className="cell" /> Disponible
      </span>
      <span>
        <i className="cell cell-on" /> Seleccionado
      </span>
      <span>
        <i className="cell-off">01</i> No disponible
      </span>
    </p>
  )
}
