import { Button } from '#platform/web/button.tsx'
import { Dialog } from '#platform/web/dialog.tsx'

interface Props {
  failed: boolean
  /** Text to show when it did not arrive. */
  failure?: string
  onRetry: () => void
}

/** The shape of contents that are loading; without a connection it says so and offers a retry. */
export function Waiting({ failed, failure, onRetry }: Props) {
  return failed ? (
    <div className="panel" role="alert">
      <p>{failure ?? 'No pudimos cargar este paso. Revisa tu conexión.'}</p>
      <Button text="Reintentar" onClick={onRetry} />
    </div>
  ) : (
    <div className="methods" role="status" aria-label="Cargando">
      <span className="bone" />
      <span className="bone" />
    </div>
  )
}

/** A step whose code or data is loading. */
export function WaitDialog({ title, onClose, ...waiting }: Props & { title: string; onClose: () => void }) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Waiting {...waiting} />
    </Dialog>
  )
}
