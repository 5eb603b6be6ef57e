import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { Icon } from '#platform/web/panel-icon.tsx'
import { Bone, EmptyState, FailedState, Loading, StaleNotice } from '#platform/web/panel-states.tsx'
import { formatWait, useServerClock } from '#platform/web/panel-time.ts'
import { VerdictShape } from '#platform/web/panel-verdict.tsx'
import type { ReviewedPurchase, ReviewItem } from '../contract.ts'
import { LATE_AFTER, queueItems, type useQueue } from './queue-query.ts'
import { UndoNote } from './undo-note.tsx'
import { formatSum, methodName, ticketCount } from './wording.ts'

/** Payments in review, the oldest first; new ones appear at the end by themselves. */
export function QueueList(props: {
  queue: ReturnType<typeof useQueue>
  selected: number | null
  decided: ReviewedPurchase | null
  onUndo: () => void
  onForget: () => void
}) {
  const { queue, selected } = props
  const items = queueItems(queue.data)
  const now = useServerClock(15_000)
  return (
    <section className="queue" aria-label="Pagos en revisión">
      <header className="queue-head">
        <h2>En revisión</h2> <span className="faint">{queue.data?.pages[0]?.total ?? ''}</span>
      </header>
      <div className="queue-scroll">
        {queue.isPending ? (
          <Loading label="Cargando los pagos en revisión">
            {Array.from({ length: 6 }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: grey shapes without identity
              <div key={index} className="queue-bone">
                <Bone width="60%" />
                <Bone width="85%" />
              </div>
            ))}
          </Loading>
        ) : queue.data ? (
          <StaleNotice error={queue.error} onRetry={() => void queue.refetch()} />
        ) : (
          <FailedState error={queue.error} onRetry={() => void queue.refetch()} />
        )}
        {queue.data && items.length === 0 ? (
          <EmptyState icon="check" title="Todo revisado">
            <p>Cuando alguien reporte un pago, aparece aquí solo.</p>
          </EmptyState>
        ) : (
          <ol>
            {items.map((item) => (
              <QueueRow key={item.id} item={item} current={item.id === selected} now={now} />
            ))}
          </ol>
        )}
        {queue.hasNextPage ? (
          <button
            type="button"
            className="button button-plain queue-more"
            aria-busy={queue.isFetchingNextPage}
            onClick={() => void queue.fetchNextPage()}
          >
            {queue.isFetchingNextPage ? 'Cargando…' : 'Ver más'}
          </button>
        ) : null}
      </div>
      {props.decided ? (
        <UndoNote purchase={props.decided} onUndo={props.onUndo} onForget={props.onForget} />
      ) : (
        <p className="queue-foot faint small">
          <kbd>J</kbd> <kbd>K</kbd> moverse
          <Link href="/cuenta" className="queue-keys">
            <Icon name="keyboard" />
            teclas
          </Link>
        </p>
      )}
    </section>
  )
}

function QueueRow({ item, current, now }: { item: ReviewItem; current: boolean; now: number }) {
  const row = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (current) row.current?.scrollIntoView({ block: 'nearest' })
  }, [current])
  const wait = now - Date.parse(item.en_revision_desde)
  return (
    <li>
      <Link
        ref={row}
        href={`/revision/${item.id}`}
        className="queue-row"
        {...(current ? { 'aria-current': 'true' } : {})}
      >
        <VerdictShape level={item.nivel} />
        <span className="queue-text">
          <span className="queue-line">
            <strong>{item.nombre}</strong>
            <span className={wait > LATE_AFTER ? 'late' : 'faint'}>{formatWait(wait)}</span>
          </span>
          <span className="queue-line">
            <span className="faint">
              {methodName(item.metodo_pago)} · {ticketCount(item.cantidad_tickets)}
            </span>
            <span>{formatSum(item.total, item.moneda)}</span>
          </span>
        </span>
      </Link>
    </li>
  )
}
