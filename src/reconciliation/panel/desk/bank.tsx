import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { BusyButton, Failure } from '#platform/panel/parts/field.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import { useServerClock } from '#platform/panel/time.ts'
import { formatSum } from '#purchases/panel/wording.ts'
import type { ShownMovement, Verdict, Why } from '../../contract.ts'
import type { JoinedReport } from '../join/join-dialog.tsx'
import { useJoin, usePart, verdictsQuery } from '../reconciliation-query.ts'
import { isNoticeAlone, tellMovement, tellVerdict } from '../verdict-words.ts'
import { Reasons } from '../why.tsx'
import './bank.css'

const JoinDialog = lazy(async () => ({ default: (await import('../join/join-dialog.tsx')).JoinDialog }))

/** So many of the queue are asked for together: its page. */
const TOGETHER = 50
/** What nobody hears of at once (news.tsx): somebody else joined or parted money. */
const POLL = 10_000

/** Nobody tells this shop what comes into that account: there is nothing to say, and nothing to wait for. */
const isUnread = (verdict: Verdict | undefined) => verdict?.veredicto === 'no_visto' && verdict.leido_hasta === null

const MARKS = {
  bien: 'Llegó al banco',
  avisado: 'Avisó el teléfono',
  grave: 'Llegó otro monto',
  aviso: 'Por mirar en el banco',
}

/** Beside the amount of one that waits: whether the bank says that it came. Nothing while it says nothing. */
export function BankMark({ id, queue }: { id: number; queue: readonly number[] }) {
  const place = Math.max(0, queue.indexOf(id))
  const start = place - (place % TOGETHER)
  const { data } = useQuery({
    ...verdictsQuery(queue.slice(start, start + TOGETHER)),
    placeholderData: keepPreviousData,
    refetchInterval: POLL,
  })
  const verdict = data?.[id]
  if (!verdict) return null
  const { level } = tellVerdict(verdict, 0)
  if (level === 'nada') return null
  const mark = level === 'bien' && isNoticeAlone(verdict) ? 'avisado' : level
  const says = MARKS[mark]
  return (
    <span className={`bank-mark bank-mark-${mark}`} title={says}>
      <span className="sr">{says}: </span>
    </span>
  )
}

/**
 * What the bank says of the open payment, above what the checks say of it, and what a person can do about it. It never decides.
 * @param canJoin whether he who looks may say which money is whose, now.
 */
export function BankWord({ report, canJoin }: { report: JoinedReport; canJoin: boolean }) {
  const [asked, setAsked] = useState<{ money: ShownMovement[]; reasons: Why[] } | null>(null)
  const query = useQuery({ ...verdictsQuery([report.id]), refetchInterval: POLL })
  const now = useServerClock(30_000)
  const verdict = query.data?.[report.id]
  if (!verdict || isUnread(verdict)) return null
  const { level, says } = tellVerdict(verdict, now)
  return (
    <section className={`bank-word notice notice-${level}`} aria-label="Lo que dice el banco">
      {level === 'nada' ? <Icon name="bank" /> : <VerdictShape level={level} />}
      <div className="stack gap-1">
        <p role="status">
          <strong>{says}</strong>
        </p>
        <More verdict={verdict} />
        {canJoin ? <Ways report={report} verdict={verdict} onAsk={setAsked} /> : null}
      </div>
      <Suspense fallback={null}>
        {asked ? <JoinDialog report={report} {...asked} onClose={() => setAsked(null)} /> : null}
      </Suspense>
    </section>
  )
}

/** Why, and from which account. */
function More({ verdict }: { verdict: Verdict }) {
  switch (verdict.veredicto) {
    case 'encontrado':
      return <Reasons reasons={verdict.razones} />
    case 'monto_distinto':
      return (
        <>
          <Reasons reasons={verdict.razones} />
          {verdict.sobra === null ? null : <p className="soft small">Lo que sobra se devuelve, o paga otra compra.</p>}
        </>
      )
    case 'no_visto':
      return <p className="soft small">Puede llegar con la próxima lectura. No es motivo para rechazarlo.</p>
    default:
      return null
  }
}

function Ways(props: {
  report: JoinedReport
  verdict: Verdict
  onAsk: (asked: { money: ShownMovement[]; reasons: Why[] }) => void
}) {
  const { report, verdict } = props
  const join = useJoin(() => undefined)
  const part = usePart()
  switch (verdict.veredicto) {
    case 'unido':
      return (
        <>
          <p className="flow wrap">
            {verdict.movimientos.map(({ movimiento }) => (
              <BusyButton
                key={movimiento.id}
                className="link small"
                pending={part.isPending}
                aria-label={`Separar ${tellMovement(movimiento)}`}
                onClick={() => part.mutate({ compra_id: report.id, movimiento_id: movimiento.id })}
              >
                Separar{verdict.movimientos.length > 1 ? ` ${formatSum(movimiento.monto, movimiento.moneda)}` : ''}
              </BusyButton>
            ))}
            {verdict.falta === null ? null : (
              <button type="button" className="link small" onClick={() => props.onAsk({ money: [], reasons: [] })}>
                Agregar otro pago
              </button>
            )}
          </p>
          <Failure of={part.error} />
        </>
      )
    case 'ambiguo':
      return (
        <>
          <ul className="bank-offers lines">
            {verdict.candidatos.map(({ movimiento, razones }) => (
              <li key={movimiento.id} className="row wrap gap-1">
                <span className="grow">
                  <span className="compact">{tellMovement(movimiento)}</span>
                  <Reasons reasons={razones} />
                </span>
                <BusyButton
                  pending={join.isPending}
                  aria-label={`Es este: ${tellMovement(movimiento)}`}
                  onClick={() => join.mutate({ compra_id: report.id, movimientos: [{ id: movimiento.id }] })}
                >
                  Es este
                </BusyButton>
              </li>
            ))}
          </ul>
          <Failure of={join.error} />
        </>
      )
    case 'encontrado':
    case 'monto_distinto':
      if (verdict.veredicto === 'encontrado' && verdict.exacta) return null
      return (
        <button
          type="button"
          className="link small bank-join"
          onClick={() => props.onAsk({ money: [verdict.movimiento], reasons: verdict.razones })}
        >
          Unir…
        </button>
      )
    default:
      return (
        <button type="button" className="link small bank-join" onClick={() => props.onAsk({ money: [], reasons: [] })}>
          Buscar su pago
        </button>
      )
  }
}
