import { useEffect } from 'react'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { formatCountdown, useServerClock } from '#platform/panel/time.ts'
import { STATE_NAMES } from '#purchases/state-names.ts'
import type { ReviewedPurchase } from '../../contract.ts'

/** What was just decided, and the way back while its mail has not left. */
export function UndoNote(props: { purchase: ReviewedPurchase; onUndo: () => void; onForget: () => void }) {
  const { purchase, onForget } = props
  const until = purchase.deshacible_hasta === null ? 0 : Date.parse(purchase.deshacible_hasta)
  const left = until - useServerClock(500)
  const over = left <= 0
  useEffect(() => {
    if (over) onForget()
  }, [over, onForget])
  if (over) return null
  return (
    <div className="undo">
      <p role="status">
        <strong>
          {purchase.nombre}: {STATE_NAMES[purchase.estado].toLowerCase()}
        </strong>
      </p>
      <span className="soft small" aria-hidden="true">
        Correo en {formatCountdown(left)}
      </span>
      <button type="button" className="button" onClick={props.onUndo}>
        <Icon name="undo" />
        Deshacer
        <kbd>U</kbd>
      </button>
    </div>
  )
}
