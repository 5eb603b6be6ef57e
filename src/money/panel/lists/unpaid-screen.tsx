import { useState } from 'react'
import { usePages } from '#access/panel/ask.ts'
import { counted } from '#platform/money.ts'
import { Button, ButtonLink } from '#platform/panel/parts/button.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { EmptyState, ListState, MoreButton } from '#platform/panel/parts/states.tsx'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import { formatWait, useServerClock } from '#platform/panel/time.ts'
import { formatSum } from '#purchases/panel/wording.ts'
import { whatsappMissing, whatsappTo } from '#purchases/whatsapp-text.ts'
import type { ClaimedPurchase, Unpaid } from '../../contract.ts'
import { JoinDialog } from '../join/join-dialog.tsx'
import { lookAgain } from '../shown-money.ts'
import { tellVerdict } from '../verdict-words.ts'
import { LeftFrame } from './left-frame.tsx'

/** A report without money that has waited longer is no longer a matter of the next statement. */
const LATE = 24 * 3_600_000

/**
 * Reports whose money nobody has seen, oldest first. Not being seen rejects none: it is asked for, looked for, or judged by a person.
 * @param onReject asks as the desk does; null for viewers without rights.
 */
export function UnpaidScreen({ onReject, site }: { onReject: ((id: number) => void) | null; site: string }) {
  const list = usePages('GET /api/panel/conciliacion/sin-dinero', { refetchInterval: lookAgain })
  const [joined, setJoined] = useState<ClaimedPurchase | null>(null)
  const now = useServerClock(30_000)
  const reports = list.data?.pages.flatMap((page) => page.compras) ?? []
  return (
    <LeftFrame
      title="Reportes sin dinero"
      lead="Reportaron un pago que no se ha visto en la cuenta. Puede que llegue con el próximo extracto: nada de aquí se rechaza solo."
      counted={list.data?.pages[0]}
      name={(count) => (count === 1 ? 'reporte' : 'reportes')}
    >
      <ListState query={list} label="Cargando los reportes sin dinero" />
      {list.data && reports.length === 0 ? (
        <EmptyState icon="check" title="Todos los reportes tienen su dinero">
          <p>Cuando alguien reporte un pago que no se ha visto, aparece aquí solo.</p>
        </EmptyState>
      ) : null}
      {reports.length > 0 ? (
        <ul className="card card-wide lines" aria-label="Reportes sin dinero">
          {reports.map((report) => (
            <ReportRow
              key={report.id}
              report={report}
              now={now}
              site={site}
              onJoin={() => setJoined(report)}
              onReject={onReject && (() => onReject(report.id))}
            />
          ))}
        </ul>
      ) : null}
      <MoreButton query={list} className="btn to-start" />
      {joined ? <JoinDialog report={joined} money={[]} reasons={[]} onClose={() => setJoined(null)} /> : null}
    </LeftFrame>
  )
}

function ReportRow(props: {
  report: Unpaid['compras'][number]
  now: number
  /** Name of the site, for the message to the buyer. */
  site: string
  onJoin: () => void
  onReject: (() => void) | null
}) {
  const { report, now } = props
  const owed = report.monto === null ? 'Sin tasa' : formatSum(report.monto, report.monto_moneda)
  const { level, says } = tellVerdict(report.veredicto, now)
  const came = report.veredicto.veredicto === 'unido' ? report.veredicto : null
  const left = came?.falta ? formatSum(came.falta, report.monto_moneda) : null
  // A buyer who has paid all of it, though not all is joined, is asked for nothing.
  const mayAsk = report.telefono !== '' && (came === null || left !== null)
  const age = now - Date.parse(report.en_revision_desde)
  return (
    <li className="left-row columns level pad-3-4">
      <div className="left-who stack gap-0 shrinks">
        <strong>{report.nombre}</strong>
        <span className="soft small">
          {report.codigo} · {counted(report.cantidad_tickets, 'boleto')} ·{' '}
          <span className={age > LATE ? 'accent' : ''}>hace {formatWait(age)}</span>
        </span>
      </div>
      <div className="icon-s stack gap-0 shrinks">
        <span>
          {left === null ? <strong>{owed}</strong> : <strong>Faltan {left}</strong>}{' '}
          <span className="faint small">
            {left === null ? '' : `de ${owed} · `}ref. {report.referencia}
          </span>
        </span>
        <span className={`small inline ${level === 'nada' ? 'faint' : `verdict-${level}`}`}>
          {level === 'nada' ? <Icon name="clock" /> : <VerdictShape level={level} word={false} />}
          <span>{says}</span>
        </span>
      </div>
      <div className="thumbs mid-start ends flow wrap">
        {props.onReject ? (
          <>
            {mayAsk ? (
              <ButtonLink
                out
                icon="chat"
                text="Preguntar"
                href={whatsappTo(report.telefono, whatsappMissing(report, { owed, left, site: props.site }))}
                aria-label={`Preguntar a ${report.nombre} por WhatsApp`}
              />
            ) : null}
            <Button
              text="Buscar pago"
              aria-label={`Buscar pago de ${report.nombre}, ${report.codigo}`}
              onClick={props.onJoin}
            />
            <Button
              look="bad"
              text="Rechazar…"
              aria-label={`Rechazar a ${report.nombre}, ${report.codigo}`}
              onClick={props.onReject}
            />
          </>
        ) : null}
        <ButtonLink
          look="plain"
          text="Revisar"
          href={`/revision/${report.id}`}
          aria-label={`Revisar a ${report.nombre}`}
        />
      </div>
    </li>
  )
}
