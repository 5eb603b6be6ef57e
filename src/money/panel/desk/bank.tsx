import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import { useServerClock } from '#platform/panel/time.ts'
import type { ShownMovement, Verdict, Why } from '../../contract.ts'
import { isNoticeAlone } from '../../verdict-level.ts'
import type { JoinedReport } from '../join/join-dialog.tsx'
import { PartButton } from '../join/joined-money.tsx'
import { useJoinDialog, Ways } from '../join/ways.tsx'
import { POLL_VERDICTS, verdictsOf } from '../shown-money.ts'
import { isUnread, tellVerdict } from '../verdict-words.ts'
import { Reasons } from '../why.tsx'
import './bank.css'

/** So many of the queue are queried together: its page. */
const TOGETHER = 50

const MARKS = {
  bien: 'Llegó al banco',
  avisado: 'Avisó el teléfono',
  grave: 'Llegó otro monto',
  aviso: 'Por mirar en el banco',
}

/** Next to the amount of a waiting report: whether the bank reports the money. Empty while it reports nothing. */
export function BankMark({ id, queue }: { id: number; queue: readonly number[] }) {
  const place = Math.max(0, queue.indexOf(id))
  const start = place - (place % TOGETHER)
  const { data } = useQuery({
    ...verdictsOf(queue.slice(start, start + TOGETHER)),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_VERDICTS,
  })
  const verdict = data?.[id]
  if (!verdict) return null
  const { level } = tellVerdict(verdict, 0)
  if (level === 'nada') return null
  const mark = level === 'bien' && isNoticeAlone(verdict) ? 'avisado' : level
  const says = MARKS[mark]
  return (
    <span className={`bank-mark warn bank-mark-${mark}`} title={says}>
      <span className="sr">{says}: </span>
    </span>
  )
}

/** How many payments of a joint decision the bank has not confirmed for sure. */
export function BankUnseen({ ids }: { ids: readonly number[] }) {
  const { data } = useQuery(verdictsOf(ids))
  const unseen = ids.filter((id) => data?.[id] && tellVerdict(data[id], 0).level !== 'bien').length
  if (unseen === 0) return null
  return (
    <p className="strong" role="status">
      {unseen} de {ids.length} {unseen === 1 ? 'no se ha visto' : 'no se han visto'} en la cuenta.
    </p>
  )
}

/**
 * The bank's data on the open payment, above the checks, and a person's actions on it. It never decides.
 * @param canJoin whether the viewer may say which money is whose, now.
 */
export function BankWord({ report, canJoin }: { report: JoinedReport; canJoin: boolean }) {
  const { ask, dialog } = useJoinDialog(report)
  const query = useQuery({ ...verdictsOf([report.id]), refetchInterval: POLL_VERDICTS })
  const now = useServerClock(30_000)
  const verdict = query.data?.[report.id]
  if (!verdict || isUnread(verdict)) return null
  const { level, says } = tellVerdict(verdict, now)
  return (
    <section className={`bank-word pad-2-3 notice notice-${level}`} aria-label="Lo que dice el banco">
      {level === 'nada' ? <Icon name="bank" /> : <VerdictShape level={level} />}
      <div className="stack gap-1">
        <p role="status">
          <strong>{says}</strong>
        </p>
        <More verdict={verdict} />
        {canJoin && verdict.veredicto === 'unido' ? (
          <div className="flow wrap">
            {verdict.movimientos.map(({ movimiento }) => (
              <PartButton
                key={movimiento.id}
                id={report.id}
                movement={movimiento}
                several={verdict.movimientos.length > 1}
              />
            ))}
          </div>
        ) : null}
        {canJoin ? <Ways report={report} verdict={verdict} onAsk={ask} /> : null}
      </div>
      {dialog}
    </section>
  )
}

export interface BankSays {
  movimiento: ShownMovement
  razones: readonly Why[]
}

/** The one payment that the bank's word of a report is about; null where it is about none, or several. */
export function BankVoice(props: { id: number; children: (bank: BankSays | null) => ReactNode }) {
  const { data } = useQuery({ ...verdictsOf([props.id]), refetchInterval: POLL_VERDICTS })
  const verdict = data?.[props.id]
  if (verdict?.veredicto === 'encontrado' || verdict?.veredicto === 'monto_distinto') return props.children(verdict)
  const joined = verdict?.veredicto === 'unido' && verdict.movimientos.length === 1 ? verdict.movimientos[0] : undefined
  return props.children(joined ? { movimiento: joined.movimiento, razones: [] } : null)
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
    case 'unido':
      return verdict.movimientos.some(({ movimiento }) => movimiento.revertido) ? (
        <p className="soft small">El banco se lo llevó: ni paga una compra ni se devuelve.</p>
      ) : null
    case 'no_visto':
      return <p className="soft small">Puede estar en camino, o en una fila no leída. No es motivo para rechazarlo.</p>
    default:
      return null
  }
}
