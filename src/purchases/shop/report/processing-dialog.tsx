import { Dialog } from '#platform/web/dialog.tsx'
import { Icon } from '#platform/web/icon.tsx'
import { formatBytes } from '../../proof.ts'

interface Props {
  /** The part of the upload that is done, 0 to 1. */
  progress: number
  /** Of the file that is sent. */
  bytes?: number
  /** The tickets that wait for it: none for a correction, or where none are held. */
  quantity?: number
}

/** 'Procesando pago...', with the true progress of the upload. */
export function ProcessingDialog({ progress, bytes = 0, quantity = 0 }: Props) {
  const percent = Math.round(progress * 100)
  const received = percent === 100
  return (
    <Dialog title="Procesando pago..." size="small" locked onClose={() => undefined}>
      <p>Estamos enviando tu reporte. No cierres esta página.</p>
      <div
        className="bar"
        role="progressbar"
        aria-label="Envío"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <i style={{ transform: `scaleX(${Math.max(0.03, progress)})` }} data-done={received || undefined} />
      </div>
      <div className="doing" role="status">
        <p data-done={received || undefined}>
          <Icon name={received ? 'check' : 'upload'} small />
          {received ? 'Comprobante recibido' : `Subiendo${bytes ? ` ${formatBytes(bytes)}` : ''}, ${percent} %`}
        </p>
        {quantity > 0 && (
          <p>
            <Icon name="clock" small />
            Reservando tus {quantity} boletos
          </p>
        )}
      </div>
    </Dialog>
  )
}
