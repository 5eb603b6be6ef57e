import { useEffect } from 'react'
import { byMail, mailLeaves } from '#mail/mail-leaves.ts'
import { Button } from '#platform/panel/parts/button.tsx'
import { Failure } from '#platform/panel/parts/field.tsx'
import { formatCountdown, useServerClock } from '#platform/panel/time.ts'
import { stateName } from '#purchases/state-names.ts'
import type { ReviewedPurchase } from '../../contract.ts'
import { TellByWhatsApp } from './tell-by-whatsapp.tsx'
import { stillUndoable, type useTogether } from './together.ts'

const DONE = { aprobar: ['aprobado', 'aprobados'], rechazar: ['rechazado', 'rechazados'], deshacer: ['', ''] } as const

/** The last decisions taken together, and the way back for those whose mail has not left. */
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
  return (
    <div className="undo gap-1-2 pad-2-3 edge-strong round-3 raised row wrap apart compact">
      <p role="status">
        <strong>
          {open.length} {DONE[last.decision][open.length === 1 ? 0 : 1]}
        </strong>
      </p>
      <span className="soft small" aria-hidden="true">
        {byMail(open.length === 1 ? 'Correo en' : 'Correos en', 'Quedan')} {formatCountdown(left)}
      </span>
      <Button icon="undo" pending={pending} onClick={together.undo}>
        {open.length === 1 ? 'Deshacer' : `Deshacer los ${open.length}`}
        <kbd>U</kbd>
      </Button>
      <Failure of={together.error} />
    </div>
  )
}

/** The last decision, and the way back while its mail has not left. Where none leaves it stays, with the way to write to the buyer. */
export function UndoNote(props: { purchase: ReviewedPurchase; onUndo: () => void; onForget: () => void }) {
  const { purchase, onForget } = props
  const until = purchase.deshacible_hasta === null ? 0 : Date.parse(purchase.deshacible_hasta)
  const left = until - useServerClock(500)
  const over = left <= 0
  const done = over && mailLeaves()
  useEffect(() => {
    if (done) onForget()
  }, [done, onForget])
  if (done) return null
  return (
    <div className="undo gap-1-2 pad-2-3 edge-strong round-3 raised row wrap apart compact">
      <p role="status">
        <strong>
          {purchase.nombre}: {stateName(purchase).toLowerCase()}
        </strong>
      </p>
      <TellByWhatsApp purchase={purchase} />
      {over ? (
        <Button look="link" className="small" text="Cerrar" onClick={onForget} />
      ) : (
        <>
          <span className="soft small" aria-hidden="true">
            {byMail('Correo en', 'Quedan')} {formatCountdown(left)}
          </span>
          <Button icon="undo" onClick={props.onUndo}>
            Deshacer
            <kbd>U</kbd>
          </Button>
        </>
      )}
    </div>
  )
}
