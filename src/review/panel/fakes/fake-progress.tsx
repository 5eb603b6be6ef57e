import { formatCount } from '#platform/money.ts'
import { FieldProblem } from '#platform/panel/parts/field.tsx'
import type { FakeRun, Suspect } from '../claim/alike-query.ts'
import { RefusedList } from '../decision/refused-list.tsx'

/** How far a rejection of many has come, and what happened to those that were not. */
export function FakeProgress(props: {
  run: FakeRun
  suspects: readonly Suspect[]
  onGoOn: () => void
  onHalt: () => void
  onClose: () => void
}) {
  const { run, suspects } = props
  const done = run.told.filter(({ hecha }) => hecha).length
  const codeOf = new Map(suspects.map(({ id, codigo }) => [id, codigo]))
  return (
    <>
      <p role="status">
        <strong>
          {formatCount(done)} de {formatCount(run.total)} rechazados
        </strong>
        {run.going ? '…' : ''}
      </p>
      {run.told.length < run.total ? (
        <progress className="fakes-progress" max={run.total} value={run.told.length} aria-label="Reportes rechazados" />
      ) : null}
      {run.stopped ? <FieldProblem>{run.stopped}</FieldProblem> : null}
      <RefusedList results={run.told} nameOf={(id) => codeOf.get(id)} className="fakes-failed" />
      <div className="dialog-actions">
        {run.going ? (
          <button type="button" className="button" onClick={props.onHalt}>
            Detener
          </button>
        ) : (
          <>
            <button type="button" className={run.stopped ? 'button' : 'button button-main'} onClick={props.onClose}>
              Listo
            </button>
            {run.stopped ? (
              <button type="button" className="button button-bad-full" onClick={props.onGoOn}>
                Seguir con los {formatCount(run.total - run.told.length)} que faltan
              </button>
            ) : null}
          </>
        )}
      </div>
    </>
  )
}
