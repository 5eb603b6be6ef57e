import { useEffect } from 'react'
import { readFailure } from '#platform/panel/api.ts'
import { FieldProblem } from '#platform/panel/parts/field.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { formatCountdown, useServerClock } from '#platform/panel/time.ts'
import { stillUndoable, type useTogether } from './use-together.ts'

const DONE = { aprobar: ['aprobado', 'aprobados'], rechazar: ['rechazado', 'rechazados'], deshacer: ['', ''] } as const

/** What was just decided together, and the way back for those whose mail has not left. */
export function TogetherNote({ together }: { together: ReturnType<typeof useTogether> }) {
  const { last, forget, pending } = together
  const now = useServerClock(500)
  const open = last ? stillUndoable(last, now) : []
  const over = open.length === 0 && !pending
  useEffect(() => {
    if (over) forget()
  }, [over, forget])
  if (!last || over) return null
  const left = Math.max(0, Math.min(...open.map(({ until }) => until)) - now)
  const failure = together.error ? readFailure(together.error) : null
  return (
    <div className="undo">
      <p role="status">
        <strong>
          {open.length} {DONE[last.decision][open.length === 1 ? 0 : 1]}
        </strong>
      </p>
      <span className="soft small" aria-hidden="true">
        {open.length === 1 ? 'Correo' : 'Correos'} en {formatCountdown(left)}
      </span>
      <button type="button" className="button" aria-busy={pending} disabled={pending} onClick={together.undo}>
        <Icon name="undo" />
        {open.length === 1 ? 'Deshacer' : `Deshacer los ${open.length}`}
        <kbd>U</kbd>
      </button>
      {failure ? (
        <FieldProblem>
          {failure.title}. {failure.details}
        </FieldProblem>
      ) : null}
    </div>
  )
}
