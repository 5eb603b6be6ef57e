import { useState } from 'react'
import { byMail } from '#mail/mail-leaves.ts'
import { counted, formatCount } from '#platform/money.ts'
import { Button } from '#platform/panel/parts/button.tsx'
import { Dialog } from '#platform/panel/parts/dialog.tsx'
import { FieldProblem } from '#platform/panel/parts/field.tsx'
import { RunButtons } from '#platform/panel/parts/run-buttons.tsx'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import { formatSum, sumsOf } from '#purchases/panel/wording.ts'
import type { Suggestion } from '../../contract.ts'
import { tellTrace } from '../verdict-words.ts'
import { type Confirm, type ConfirmRun, useConfirmRun } from './use-confirm-run.ts'
import './confirm.css'

/** Lines that are drawn; the rest is counted. */
const SHOWN = 300

/** The effect, before it happens; then the progress, and the result of each. */
export function ConfirmDialog(props: { lines: readonly Suggestion[]; confirm: Confirm; onClose: () => void }) {
  const { onClose } = props
  // Confirmed lines leave the list, and this still shows them: exactly these, as they were shown.
  const [those] = useState(props.lines)
  const { run, start, goOn, halt } = useConfirmRun(props.confirm)
  return (
    <Dialog label="Confirmar las exactas" onClose={onClose} sticky={run?.going ?? false}>
      <div className="dialog-body">
        {run === null ? (
          <Preview lines={those} onStart={() => start(those)} onClose={onClose} />
        ) : (
          <Progress run={run} lines={those} onGoOn={() => goOn(those)} onHalt={halt} onClose={onClose} />
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
  run: ConfirmRun
  lines: readonly Suggestion[]
  onGoOn: () => void
  onHalt: () => void
  onClose: () => void
}) {
  const { run } = props
  const told = run.confirmed.length + run.failed.length
  const numbers = run.confirmed.reduce((sum, { numeros }) => sum + numeros, 0)
  const left = run.total - told
  return (
    <>
      <div role="status">
        <h2>
          {formatCount(run.confirmed.length)} de {formatCount(run.total)}{' '}
          {run.total === 1 ? 'confirmado' : 'confirmados'}
          {run.going ? '…' : ''}
        </h2>
        <p className="soft">
          {run.confirmed.length === 0
            ? 'Ninguno todavía.'
            : `${counted(numbers, 'boleto')} con su número${byMail('; los correos salen solos', '. Los lee cada quien en su página y con su cédula')}.`}
        </p>
      </div>
      {told < run.total ? (
        <progress className="full" max={run.total} value={told} aria-label="Pagos confirmados" />
      ) : null}
      {run.stopped ? <FieldProblem>{run.stopped}</FieldProblem> : null}
      {run.unknown > 0 ? (
        <p className="soft">
          De {counted(run.unknown, 'pago')} no llegó la respuesta: pueden estar confirmados o no. Al seguir se averigua,
          y ninguno se confirma dos veces.
        </p>
      ) : null}
      <Failed run={run} lines={props.lines} />
      <div className="dialog-foot surface dialog-actions">
        <RunButtons
          going={run.going}
          left={left}
          className="btn btn-go"
          onHalt={props.onHalt}
          onGoOn={props.onGoOn}
          onClose={props.onClose}
        />
      </div>
    </>
  )
}

/** Those that were not confirmed, each with its name and its reason. */
function Failed({ run, lines }: { run: ConfirmRun; lines: readonly Suggestion[] }) {
  if (run.failed.length === 0) return null
  const byId = new Map(lines.map(({ compra }) => [compra.id, compra]))
  return (
    <section className="stack" aria-label="Los que no se confirmaron">
      <h3>{counted(run.failed.length, 'no se confirmó', 'no se confirmaron')}</h3>
      <ul
        className="short-list stack gap-3 ring-in"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label="Por qué"
      >
        {run.failed.map(({ id, mensaje }) => (
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
