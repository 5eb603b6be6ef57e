import { Dialog } from '#platform/web/dialog.tsx'

/** 'Procesando pago...', with the true progress of the upload. */
export function ProcessingDialog({ progress }: { progress: number }) {
  const percent = Math.round(progress * 100)
  return (
    <Dialog title="Procesando pago..." size="small" locked onClose={() => undefined}>
      <p role="status">
        {percent < 100 ? `Subiendo el comprobante, ${percent} %` : 'Registrando tu compra. No cierres esta página.'}
      </p>
      <div
        className="bar"
        role="progressbar"
        aria-label="Envío"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <i style={{ transform: `scaleX(${Math.max(0.03, progress)})` }} data-done={percent === 100 || undefined} />
      </div>
    </Dialog>
  )
}
