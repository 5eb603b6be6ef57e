import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refresh } from '#access/panel/ask.ts'
import { byMail } from '#mail/mail-leaves.ts'
import { counted, formatCount } from '#platform/money.ts'
import { Button } from '#platform/panel/parts/button.tsx'
import { Dialog } from '#platform/panel/parts/dialog.tsx'
import { type Run, RunProgress, useRun } from '#platform/panel/parts/run.tsx'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import { formatSum, sumsOf } from '#purchases/panel/wording.ts'
import type { ExactBatchAnswer, Suggestion } from '../../contract.ts'
import { MONEY_SHOWN } from '../shown-money.ts'
import { tellTrace } from '../verdict-words.ts'
import './confirm.css'

/** Lines that are drawn; the rest is counted. */
const SHOWN = 300
/** Sent at a time: so many are decided well before an answer is given up, on a slow line too. The contract takes ten times as many. */
const PORTION = 50

/** Confirms some pairs: the operation is of a room below, which gives it. */
export type Confirm = (
  pares: { compra_id: number; version: number; movimiento_id: number }[],
) => Promise<ExactBatchAnswer>

/** Of a pair: the numbers that it got, or why it was not confirmed. */
interface Told {
  id: number
  numeros?: number
  mensaje?: string
}

/** The effect, before it happens; then the progress, and the result of each. */
export function ConfirmDialog(props: { lines: readonly Suggestion[]; confirm: Confirm; onClose: () => void }) {
  const { onClose } = props
  // Confirmed lines leave the list, and this still shows them: exactly these, as they were shown.
  const [those] = useState(props.lines)
  const client = useQueryClient()
  const { run, go, halt } = useRun<Suggestion, Told>({
    lines: those,
    portion: PORTION,
    send: async (lines) => {
      const answer = await props.confirm(
        lines.map(({ compra: { id, version }, movimiento }) => ({
          compra_id: id,
          version,
          movimiento_id: movimiento.id,
        })),
      )
      return [...answer.confirmadas, ...answer.fallidas]
    },
    onEnd: () => void refresh(client, MONEY_SHOWN),
  })
  return (
    <Dialog label="Confirmar las exactas" onClose={onClose} sticky={run?.going ?? false}>
      <div className="dialog-body">
        {run === null ? (
          <Preview lines={those} onStart={go} onClose={onClose} />
        ) : (
          <Progress run={run} lines={those} onGoOn={go} onHalt={halt} onClose={onClose} />
        )}
      </div>
    </Dialog>
  )
}

function Preview(props: { lines: readonly Suggestion[]; onStart: () => void; onClose: () => void }) {
  const { lines } = props
  const reports = lines.map(({ compra }) => compra)
  const count = reports.reduce((sum, { cantidad_tickets }) => sum + cantidad_tickets, 0)
  const mails = byMail(
    lines.length === 1 ? ' y sale 1 correo con ellos' : ` y salen ${formatCount(lines.length)} correos con ellos`,
  )
  return (
    <>
      <div>
        <h2>¿Confirmar {counted(lines.length, 'pago')}?</h2>
        <p className="confirm-sum title tight strong">{sumsOf(reports).join(' · ')}</p>
        <p className="soft">
          Se asignan los números de {counted(count, 'boleto')}
          {mails}. Cada uno llegó con su monto y en su día, y lo dice su referencia, sus céntimos o quien pagó, sin otro
          que se le parezca; el que haya cambiado desde que lo viste no se confirma.
        </p>
      </div>
      <ul
        className="confirm-list short-list round edge compact ring-in"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label="Pagos que se confirman"
      >
        {lines.slice(0, SHOWN).map(({ compra, movimiento }) => (
          <li key={`${compra.id}-${movimiento.id}`} className="flow gap-3 apart line-below">
            <span className="grow">
              <span>{compra.nombre}</span>
              <span className="faint small">
                {compra.codigo} · {tellTrace(movimiento)}
              </span>
            </span>
            <span>{compra.monto === null ? '' : formatSum(compra.monto, compra.monto_moneda)}</span>
          </li>
        ))}
        {lines.length > SHOWN ? (
          <li className="faint">Y {formatCount(lines.length - SHOWN)} más, que suman en el total de arriba.</li>
        ) : null}
      </ul>
      <div className="dialog-foot surface dialog-actions">
        <Button text="Volver" onClick={props.onClose} />
        <Button look="go" text={`Confirmar ${formatCount(lines.length)}`} pending={false} onClick={props.onStart} />
      </div>
    </>
  )
}

/** Progress, the result of each, and the way on. */
function Progress(props: {
  run: Run<Told>
  lines: readonly Suggestion[]
  onGoOn: () => void
  onHalt: () => void
  onClose: () => void
}) {
  const { run } = props
  const confirmed = run.told.filter(({ mensaje }) => mensaje === undefined)
  const nobodyKnows = confirmed.length === 0 && run.unknown > 0
  const numbers = confirmed.reduce((sum, { numeros = 0 }) => sum + numeros, 0)
  return (
    <>
      <div role="status">
        <h2>
          {nobodyKnows
            ? 'No sabemos cuántos se confirmaron'
            : `${formatCount(confirmed.length)} de ${formatCount(run.total)} ${run.total === 1 ? 'confirmado' : 'confirmados'}`}
          {run.going ? '…' : ''}
        </h2>
        <p className="soft">
          {confirmed.length === 0
            ? !nobodyKnows && 'Ninguno todavía.'
            : `${counted(numbers, 'boleto')} con su número${byMail('; los correos salen solos', '. Los lee cada quien en su página y con su cédula')}.`}
        </p>
      </div>
      <RunProgress {...props} label="Pagos confirmados" className="btn btn-go">
        {run.unknown > 0 ? (
          <p className="soft">
            De {counted(run.unknown, 'pago')} no llegó la respuesta: pueden estar confirmados o no. Al seguir se
            averigua, y ninguno se confirma dos veces.
          </p>
        ) : null}
        <Failed told={run.told} lines={props.lines} />
      </RunProgress>
    </>
  )
}

/** Those that were not confirmed, each with its name and its reason. */
function Failed({ told, lines }: { told: readonly Told[]; lines: readonly Suggestion[] }) {
  const failed = told.filter(({ mensaje }) => mensaje !== undefined)
  if (failed.length === 0) return null
  const byId = new Map(lines.map(({ compra }) => [compra.id, compra]))
  return (
    <section className="stack" aria-label="Los que no se confirmaron">
      <h3>{counted(failed.length, 'no se confirmó', 'no se confirmaron')}</h3>
      <ul
        className="short-list stack gap-3 ring-in"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label="Por qué"
      >
        {failed.map(({ id, mensaje }) => (
          <li key={id} className="flow gap-3 compact">
            <VerdictShape level="aviso" />
            <div>
              <p>
                {byId.get(id)?.nombre} <span className="faint">{byId.get(id)?.codigo}</span>
              </p>
              <p className="faint small">{mensaje}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
