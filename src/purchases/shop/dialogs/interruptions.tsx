import { Icon, type IconName } from '#platform/web/icon.tsx'
import PrivacyDialog from '#site/shop/rules-dialog.tsx'
import { minimumText, QUANTITY_MINIMUM_TITLE } from '#tickets/quantity.ts'
import { UNDERSTOOD } from '../../messages.ts'
import type { PasteProblem } from '../form/person-fields.tsx'
import type { Flow } from '../purchase-state.ts'
import { MessageDialog, RefusalDialog } from './message-dialog.tsx'

/** Dialogs that may open over the payment. */
export type Asking = 'leave' | 'privacy' | PasteProblem | 'moved' | 'closed'

interface AskingProps {
  what: Asking
  flow: Flow
  /** Leaving releases nothing. */
  kept: boolean
  /** References among which the person chooses. */
  found: readonly string[]
  onChoose: (reference: string) => void
  onClose: () => void
}

/** What a question says, and the ways on: words and deed of each. */
interface Question {
  icon: IconName
  title: string
  says: string
  ways: [string, () => void][]
}

export function AskingDialog({ what, flow, kept, found, onChoose, onClose }: AskingProps) {
  if (what === 'privacy') return <PrivacyDialog site={flow.site} onClose={onClose} />
  const unpasted = (says: string): Question => ({
    icon: 'paste',
    title: 'No se pudo pegar',
    says,
    ways: [[UNDERSTOOD, onClose]],
  })
  const questions: Record<typeof what, Question> = {
    // Before typed data are left.
    leave: {
      icon: 'ticket',
      title: '¿Salir sin reportar tu pago?',
      says: `${kept ? '' : `Tus ${flow.purchase.ordered} boletos vuelven a la venta. `}Lo que escribiste queda guardado en este teléfono mientras tengas la página abierta; el comprobante tendrás que elegirlo otra vez.`,
      ways: [
        ['Seguir aquí', onClose],
        [kept ? 'Salir' : 'Salir y liberar los boletos', flow.close],
      ],
    },
    paste: unpasted(
      'No se pudo pegar el contenido: el navegador necesita tu permiso para leer el portapapeles. También puedes escribirlo.',
    ),
    empty: unpasted('No hay ningún texto copiado. Copia la referencia en la app de tu banco, o escríbela.'),
    none: unpasted(
      'En ese texto no vemos una referencia. Copia solo el número de referencia en la app de tu banco, o escríbelo.',
    ),
    several: {
      icon: 'paste',
      title: '¿Cuál es la referencia?',
      says: 'El mensaje que pegaste trae varios números. Toca el de tu pago.',
      ways: [],
    },
    moved: {
      icon: 'alert',
      title: 'Cambiaron los datos para pagar',
      says: 'No son los que viste antes: paga solo con los de ahora. Si ya pagaste con los anteriores, reporta tu pago igual y escribe a soporte.',
      ways: [['Ver los datos nuevos', onClose]],
    },
    // The method was switched off during the payment.
    closed: {
      icon: 'alert',
      title: 'Este método ya no recibe pagos',
      says: 'Si no has pagado, no lo uses: elige otro. Si ya pagaste, reporta tu pago igual.',
      ways: [
        ['Elegir otro método', () => flow.change({ step: 'method' })],
        ['Ya pagué, reportar', onClose],
      ],
    },
  }
  const { says, ...question } = questions[what]
  const numbers = found.map((reference) => (
    <button key={reference} type="button" className="btn num" onClick={() => onChoose(reference)}>
      {reference}
    </button>
  ))
  return (
    <MessageDialog {...question} others={what === 'several' && numbers} onClose={onClose}>
      <p>{says}</p>
    </MessageDialog>
  )
}

interface ExpiredProps {
  quantity: number
  /** They were held: another host may hold none. */
  held: boolean
  /** A report of somebody else got them. */
  ceded: boolean | undefined
  /** A report was sent and its answer never came. */
  doubt: boolean
  onAgain: () => void
  onPaid: () => void
  onClose: () => void
}

/** The countdown reached zero and the payment closed by itself. */
export function ExpiredDialog({ quantity, held, ceded, doubt, onAgain, onPaid, onClose }: ExpiredProps) {
  const again = [held ? 'Apartar de nuevo' : 'Empezar de nuevo', onAgain] as const
  const paid = ['Ya pagué, reportar', onPaid] as const
  const cancelled = held ? `Liberamos los ${quantity} boletos y cancelamos la compra.` : 'Cancelamos la compra.'
  const [title, says, ways] = doubt
    ? ([
        'Falta saber si tu reporte llegó',
        'Se cortó la conexión cuando lo enviabas y el tiempo terminó. Lo que escribiste sigue guardado: elige el mismo comprobante y envíalo otra vez para saberlo. Si ya nos llegó, no se duplica.',
        [
          ['Enviarlo otra vez', onPaid],
          ['Comprar otros boletos', onAgain],
        ],
      ] as const)
    : ceded
      ? ([
          'Tus boletos pasaron a otra persona',
          'Quedaban muy pocos, y va primero quien reporta su pago. Lo que escribiste sigue guardado. Si ya pagaste, repórtalo: tu pago también va primero. Si no, no pagues todavía.',
          [again, paid],
        ] as const)
      : ([
          'Se acabó el tiempo',
          `${cancelled} Lo que escribiste sigue guardado. Si ya pagaste, puedes reportarlo ahora.`,
          [again, paid],
        ] as const)
  return (
    <MessageDialog icon="clock" title={title} onClose={onClose} ways={ways}>
      <p>{says}</p>
    </MessageDialog>
  )
}

/** Nothing could be set aside during the payment: the consequences for the buyer. */
export function Unheld() {
  return (
    <p className="notice warning" role="status">
      <Icon name="info" small />
      Ahora no podemos apartarte boletos: hay muchos apartados o pagos sin confirmar. Puedes pagar igual: quien reporta
      su pago va antes que los apartados. Si aún no te tocan, esperas en orden, y si no alcanzan te devolvemos el
      dinero.
    </p>
  )
}

/** Nothing can be paid for: the page's picker does not let that happen, a changed page may. */
export function TooFew({ minimo, onClose }: { minimo: number; onClose: () => void }) {
  const refusal = { error: QUANTITY_MINIMUM_TITLE, details: minimumText(minimo) }
  return <RefusalDialog refusal={refusal} onClose={onClose} />
}
