import { Link, useLocation } from 'wouter'
import { useKeys } from '#platform/panel/keys.ts'
import { Bone, FailedState, Loading, StaleNotice } from '#platform/panel/parts/states.tsx'
import { formatMoment, formatWait, useServerClock } from '#platform/panel/time.ts'
import { formatSum } from '#purchases/panel/wording.ts'
import { LATE_AFTER, queueItems, useQueue } from '#review/panel/queue/queue-query.ts'
import { WaitAxis } from '#review/panel/queue/wait-axis.tsx'

/** The payments in review: how many, what they come to, how long they have waited. */
export function HomeReview() {
  const queue = useQueue()
  const now = useServerClock(30_000)
  const [, go] = useLocation()
  const items = queueItems(queue.data)
  const [oldest] = items
  const desk = oldest ? `/revision/${oldest.id}` : null
  useKeys(desk === null ? {} : { r: () => go(desk) })
  const first = queue.data?.pages[0]
  if (!first) {
    return (
      <section className="home-review">
        {queue.isError ? (
          <FailedState error={queue.error} onRetry={() => void queue.refetch()} />
        ) : (
          <Loading label="Cargando los pagos en revisión">
            <Bone width="6rem" />
            <Bone width="11rem" height="2.25rem" />
            <Bone height="3.5rem" />
            <Bone width="13rem" height="2.25rem" />
          </Loading>
        )}
      </section>
    )
  }
  const { total, sumas } = first
  const late = items.filter((item) => now - Date.parse(item.en_revision_desde) > LATE_AFTER).length
  const clean = items.filter((item) => item.nivel === 'bien').length
  return (
    <section className="home-review" aria-labelledby="en-revision">
      <div className="home-heading">
        <h2 id="en-revision">En revisión</h2>
        <span className="faint small">se actualiza solo</span>
      </div>
      <StaleNotice error={queue.error} onRetry={() => void queue.refetch()} />
      <p className="home-figures">
        <span className="home-figure">{total === 1 ? '1 pago' : `${total} pagos`}</span>
        <span className="soft">{sumas.map(({ monto, moneda }) => formatSum(monto, moneda)).join(' · ')}</span>
      </p>
      {oldest && desk !== null ? (
        <>
          <p className="soft">
            {late > 0 ? (
              <strong className="waiting">
                {late === 1 ? '1 pasa de 30 minutos. ' : `${late} pasan de 30 minutos. `}
              </strong>
            ) : null}
            El más viejo espera {formatWait(now - Date.parse(oldest.en_revision_desde))} (desde{' '}
            {formatMoment(oldest.en_revision_desde)}).
          </p>
          <WaitAxis items={items} now={now} />
          <div className="home-actions">
            <Link href={desk} className="button button-main">
              Revisar desde el más viejo
              <span aria-hidden="true">
                <kbd>R</kbd>
              </span>
            </Link>
            {clean > 1 ? (
              <Link href="/revision?ver=limpios" className="button">
                {clean} sin avisos
              </Link>
            ) : null}
          </div>
        </>
      ) : (
        <p className="soft">Todo está al día. Cuando alguien reporte un pago, aparece aquí solo.</p>
      )}
    </section>
  )
}
