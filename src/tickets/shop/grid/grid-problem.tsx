import { Dialog } from '#platform/web/dialog.tsx'

/** Why there is no grid to pick from. */
export function GridProblem(props: { title: string; text: string; onRetry?: () => void; onCancel: () => void }) {
  const { title, text, onRetry, onCancel } = props
  return (
    <Dialog
      title={title}
      size="small"
      onClose={onCancel}
      foot={
        <>
          {onRetry && (
            <button type="button" className="btn btn-go" onClick={onRetry}>
              Reintentar
            </button>
          )}
          <button type="button" className="btn" onClick={onCancel}>
            Cancelar
          </button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  )
}
