import { minimumText, QUANTITY_MINIMUM_TITLE } from '#tickets/quantity-messages.ts'
import { UNDERSTOOD } from '../messages.ts'
import { MessageDialog } from './message-dialog.tsx'
import { RefusalDialog } from './refusal-dialog.tsx'

export { default as PrivacyDialog } from '#site/shop/privacy-dialog.tsx'
export { DoneStep } from './done-step.tsx'
export { OutcomeDialog } from './outcome-dialog.tsx'

interface LeaveProps {
  quantity: number
  /** There is no hold any more that leaving could release. */
  late: boolean
  onStay: () => void
  onLeave: () => void
}

/** Asks before something typed is left. */
export function LeaveDialog({ quantity, late, onStay, onLeave }: LeaveProps) {
  return (
    <MessageDialog
      icon="ticket"
      title="¿Salir sin reportar tu pago?"
      onClose={onStay}
      actions={
        <>
          <button type="button" className="btn btn-go" onClick={onStay}>
            Seguir aquí
          </button>
          <button type="button" className="btn" onClick={onLeave}>
            {late ? 'Salir' : 'Salir y soltar los boletos'}
          </button>
        </>
      }
    >
      <p>
        {late ? '' : `Tus ${quantity} boletos vuelven a la venta. `}
        Lo que escribiste queda guardado en este dispositivo mientras tengas la página abierta; el comprobante tendrás
        que elegirlo otra vez.
      </p>
    </MessageDialog>
  )
}

interface ExpiredProps {
  quantity: number
  onAgain: () => void
  onPaid: () => void
  onClose: () => void
}

/** The countdown reached zero and the payment closed by itself. */
export function ExpiredDialog({ quantity, onAgain, onPaid, onClose }: ExpiredProps) {
  return (
    <MessageDialog
      icon="clock"
      title="Se acabó el tiempo"
      onClose={onClose}
      actions={
        <>
          <button type="button" className="btn btn-go" onClick={onAgain}>
            Apartar de nuevo
          </button>
          <button type="button" className="btn" onClick={onPaid}>
            Ya pagué, reportar
          </button>
        </>
      }
    >
      <p>
        Soltamos los {quantity} boletos y cancelamos la compra. Lo que escribiste sigue guardado. Si ya pagaste, puedes
        reportarlo ahora.
      </p>
    </MessageDialog>
  )
}

/** The browser keeps the clipboard from the page. */
export function PasteFailed({ onClose }: { onClose: () => void }) {
  return (
    <MessageDialog
      icon="paste"
      title="No se pudo pegar"
      onClose={onClose}
      actions={
        <button type="button" className="btn btn-go" onClick={onClose}>
          {UNDERSTOOD}
        </button>
      }
    >
      <p>
        No se pudo pegar el contenido: el navegador necesita tu permiso para leer el portapapeles. También puedes
        escribirlo.
      </p>
    </MessageDialog>
  )
}

/** Nothing can be paid for: the page's picker does not let that happen, a changed page may. */
export function TooFew({ minimo, onClose }: { minimo: number; onClose: () => void }) {
  const refusal = { error: QUANTITY_MINIMUM_TITLE, details: minimumText(minimo) }
  return <RefusalDialog refusal={refusal} onClose={onClose} />
}
