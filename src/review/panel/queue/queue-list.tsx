import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { counted } from '#platform/money.ts'
import { Icon, IconButton } from '#platform/panel/parts/icon.tsx'
import { EmptyState, ListState, MoreButton } from '#platform/panel/parts/states.tsx'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import { formatWait, useServerClock } from '#platform/panel/time.ts'
import { methodName, sumOf } from '#purchases/panel/wording.ts'
import type { ReviewItem, ReviewQueue } from '../../contract.ts'
import { LATE_AFTER } from '../../late.ts'
import { BankMark } from '../bank.tsx'
import { deskPath, isFree, type QueueFilter, queueItems, type useQueue } from './queue.ts'
import './queue.css'

const LOOKS: { ver: QueueFilter['ver']; name: string }[] = [
  { ver: '', name: 'Todos' },
  { ver: 'limpios', name: 'Limpios' },
  { ver: 'avisos', name: 'Con avisos' },
]

/** Payments in review, the oldest first; new ones appear at the end by themselves. */
export function QueueList(props: {
  queue: ReturnType<typeof useQueue>
  /** The way to the manual. */
  help: ReactNode
  filter: QueueFilter
  onFilter: (filter: QueueFilter) => void
  selected: number | null
  /** Ids that are picked for one decision; null while none are being picked. */
  picked: ReadonlySet<number> | null
  onPick: (id: number) => void
  onPicking: (on: boolean) => void
  /** Below the list: the last decision, or the keys. */
  foot: ReactNode
}) {
  const { queue, filter, picked } = props
  const items = queueItems(queue.data, filter.ver)
  const ids = items.map(({ id }) => id)
  const now = useServerClock(15_000)
  const filtered = filter.rifa !== '' || filter.metodo !== '' || filter.ver !== ''
  const [filtering, setFiltering] = useState(filtered)
  return (
    <section className="queue may-scroll column" aria-label="Pagos en revisión">
      <header className="queue-head pad-x-4 head row wrap">
        <h2>En revisión</h2> <span className="faint">{queue.data?.pages[0]?.total ?? ''}</span>
        <span className="queue-tools flow gap-0 to-end">
          {props.help}
          <IconButton
            icon="filter"
            label="Filtrar"
            title="Filtrar"
            aria-expanded={filtering}
            onClick={() => setFiltering(!filtering)}
          />
          <IconButton
            icon="list"
            label="Elegir varios"
            title="Elegir varios"
            aria-pressed={picked !== null}
            onClick={() => props.onPicking(picked === null)}
          />
        </span>
      </header>
      {filtering ? <QueueFilters pages={queue.data?.pages} filter={filter} onFilter={props.onFilter} /> : null}
      <div className="scroller">
        <ListState query={queue} label="Cargando los pagos en revisión" />
        {queue.data && items.length === 0 ? (
          filtered ? (
            <EmptyState icon="check" title="Nada con este filtro">
              <p>Quita el filtro para ver todos los pagos que esperan.</p>
            </EmptyState>
          ) : (
            <EmptyState icon="check" title="Todo revisado">
              <p>Cuando alguien reporte un pago, aparece aquí solo.</p>
            </EmptyState>
          )
        ) : (
          <ol>
            {items.map((item) => (
              <QueueRow
                key={item.id}
                item={item}
                queue={ids}
                path={deskPath(filter, item.id)}
                current={item.id === props.selected}
                now={now}
                picked={picked === null ? null : picked.has(item.id)}
                onPick={() => props.onPick(item.id)}
              />
            ))}
          </ol>
        )}
        <MoreButton query={queue} className="btn btn-plain full" />
      </div>
      {props.foot}
    </section>
  )
}

function QueueRow(props: {
  item: ReviewItem
  /** Ids of all that are loaded: the bank's verdicts on them are queried together. */
  queue: readonly number[]
  path: string
  current: boolean
  now: number
  /** Null while rows are opened and not picked. */
  picked: boolean | null
  onPick: () => void
}) {
  const { item, current, now, picked } = props
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (current) row.current?.scrollIntoView({ block: 'nearest' })
  }, [current])
  const wait = now - Date.parse(item.en_revision_desde)
  const elsewhere = !isFree(item)
  const text = (
    <>
      <VerdictShape level={item.nivel} />
      <span className="grow">
        <span className="queue-line whole flow apart tiny-wrap tiny-wrap-2">
          <strong>{item.nombre}</strong>
          <span className={wait > LATE_AFTER ? 'accent' : 'faint'}>{formatWait(wait)}</span>
        </span>
        <span className="queue-line whole flow apart queue-paid wrap gap-x-2">
          {elsewhere ? (
            <span className="icon-s inline gap-1 soft">
              <Icon name="lock" />
              La está viendo {item.revisa?.nombre}
            </span>
          ) : (
            <span className="faint">
              {methodName(item.metodo_pago, item.vendida_por)} · {counted(item.cantidad_tickets, 'boleto')}
            </span>
          )}
          <span>
            <Suspense fallback={null}>
              <BankMark id={item.id} queue={props.queue} />
            </Suspense>
            {sumOf(item)}
          </span>
        </span>
        {item.en_espera ? <span className="verdict-aviso">Espera boletos</span> : null}
      </span>
    </>
  )
  return (
    <li ref={row}>
      {picked === null ? (
        <Link
          href={props.path}
          className={`queue-row pad-2-4 list-row line-below bare ring-in row-top gap-3 compact ${elsewhere ? 'queue-row-taken' : ''}`}
          {...(current ? { 'aria-current': 'true' } : {})}
        >
          {text}
        </Link>
      ) : (
        <label className="queue-row pad-2-4 list-row line-below bare ring-in row-top gap-3 compact">
          <input type="checkbox" checked={picked} onChange={props.onPick} />
          {text}
        </label>
      )}
    </li>
  )
}

/** Which payments the queue shows. A choice appears only where there is one to make. */
function QueueFilters(props: {
  pages: ReviewQueue[] | undefined
  filter: QueueFilter
  onFilter: (filter: QueueFilter) => void
}) {
  const { filter, onFilter } = props
  const first = props.pages?.[0]
  return (
    <div className="queue-filters pad-2-4 line-below fixed flow wrap">
      <fieldset className="queue-look whole-line flow gap-0 round clip edge">
        <legend className="sr">Qué pagos mostrar</legend>
        {LOOKS.map(({ ver, name }) => (
          <label className="centre compact soft press control-high fill" key={ver}>
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
                {methodName(metodo, '')} ({cuantas})
              </option>
            ),
          )}
        </select>
      ) : null}
    </div>
  )
}
