import { Dialog } from '#platform/web/dialog.tsx'

interface Props {
  /** What is being waited for. */
  title: string
  /** What to say when it did not come. */
  failure: string
  failed: boolean
  onRetry: () => void
  onClose: () => void
}

/** A step whose code or data is on its way; without a connection it says so and can be asked for again. */
export function WaitDialog({ title, failure, failed, onRetry, onClose }: Props) {
  return (
    <Dialog title={title} onClose={onClose}>
      {failed ? (
        <div className="panel" role="alert">
          <p>{failure}</p>
          <button type="button" className="btn" onClick={onRetry}>
            Reintentar
          </button>
        </div>
      ) : (
        <div className="methods" role="status" aria-label="Cargando">
          <span className="bone" />
          <span className="bone" />
        </div>
      )}
    </Dialog>
  )
}
