import { methodName } from '#purchases/panel/wording.ts'
import type { ReviewQueue } from '../../contract.ts'
import type { QueueFilter } from './queue-query.ts'

const LOOKS: { ver: QueueFilter['ver']; name: string }[] = [
  { ver: '', name: 'Todos' },
  { ver: 'limpios', name: 'Limpios' },
  { ver: 'avisos', name: 'Con avisos' },
]

/** Which payments the queue shows. A choice appears only where there is one to make. */
export function QueueFilters(props: {
  pages: ReviewQueue[] | undefined
  filter: QueueFilter
  onFilter: (filter: QueueFilter) => void
}) {
  const { filter, onFilter } = props
  const first = props.pages?.[0]
  return (
    <div className="queue-filters line-below fixed flow wrap">
      <fieldset className="queue-look">
        <legend className="sr">Qué pagos mostrar</legend>
        {LOOKS.map(({ ver, name }) => (
          <label key={ver}>
            <input type="radio" name="ver" checked={filter.ver === ver} onChange={() => onFilter({ ...filter, ver })} />
            {name}
          </label>
        ))}
      </fieldset>
      {first && (first.rifas.length > 1 || filter.rifa !== '') ? (
        <select
          aria-label="Rifa"
          className="input"
          value={filter.rifa}
          onChange={(event) => onFilter({ ...filter, rifa: event.target.value })}
        >
          <option value="">Todas las rifas</option>
          {first.rifas.map(({ id, titulo, cuantas }) => (
            <option key={id} value={id}>
              {titulo} ({cuantas})
            </option>
          ))}
        </select>
      ) : null}
      {first && (first.metodos.length > 1 || filter.metodo !== '') ? (
        <select
          aria-label="Método"
          className="input"
          value={filter.metodo}
          onChange={(event) => onFilter({ ...filter, metodo: event.target.value })}
        >
          <option value="">Todos los métodos</option>
          {first.metodos.map(({ metodo, cuantas }) =>
            metodo === null ? null : (
              <option key={metodo} value={metodo}>
                {methodName(metodo)} ({cuantas})
              </option>
            ),
          )}
        </select>
      ) : null}
    </div>
  )
}
