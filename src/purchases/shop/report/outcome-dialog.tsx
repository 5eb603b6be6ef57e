import type { PaymentMethod } from '#payment-methods/contract.ts'
import { Icon } from '#platform/web/icon.tsx'
import type { SiteSettings } from '#site/contract.ts'
import { whatsappAddress } from '#site/whatsapp.ts'
import { failureDialog } from '../../failure-dialog.ts'
import { DUPLICATE_NEXT, DUPLICATE_TITLE, PROOF_TOO_LARGE, UNDERSTOOD } from '../../messages.ts'
import { MessageDialog } from '../dialogs/message-dialog.tsx'
import type { Errors } from '../form/draft.ts'
import { owed } from '../payment/owed.ts'
import type { Problem, Refusal } from './send-report.ts'

/** Refusals that leave somebody who has paid without tickets. */
const NO_TICKETS = new Set(['SIN_DISPONIBLES', 'NUMERO_TOMADO', 'RIFA_CERRADA'])
const PAID_HELP =
  'Si ya pagaste, tu dinero no se pierde: escribe a soporte con tu comprobante y lo resuelve una persona.'

interface Props {
  problem: Problem
  method: PaymentMethod
  site: SiteSettings
  /** The buyer paid before and the tickets are no longer held: without them a person has to help. */
  late: boolean
  /** The picked numbers that somebody else has, if it is about them. */
  gone: readonly string[] | null
  onPickAgain: (gone: readonly string[]) => void
  /** @param found the fields that the server found wrong. */
  onClose: (found?: Errors) => void
  /** Sends again: the same, or with the fresh amount. */
  onRetry: () => void
}

/** Shows why a report did not get through, and the next step. Typed and chosen data are kept. */
export function OutcomeDialog({ problem, method, site, late, gone, onPickAgain, onClose, onRetry }: Props) {
  switch (problem.kind) {
    case 'lost':
      return (
        <MessageDialog
          icon="offline"
          tone="danger"
          title="Se cortó la conexión"
          onClose={() => onClose()}
          ways={[
            ['Reintentar', onRetry],
            ['Volver al formulario', () => onClose()],
          ]}
        >
          <p>Tus datos y tu comprobante siguen aquí. Si tu reporte ya nos llegó, reintentar no lo duplica.</p>
          {late && <p>El tiempo terminó: reintenta para saber si nos llegó.</p>}
        </MessageDialog>
      )
    case 'quote': {
      const amount = owed(method, problem.quote)
      return (
        <MessageDialog
          icon="alert"
          title="El monto cambió"
          onClose={() => onClose()}
          ways={[
            ['Enviar con el monto nuevo', onRetry],
            ['Volver al formulario', () => onClose()],
          ]}
        >
          <p>Mientras pagabas cambió el precio o la tasa. Ahora es:</p>
          <p className="num grand">{amount?.text}</p>
          <p>Si ya pagaste el monto anterior, envía tu reporte igual y escribe a soporte: lo revisa una persona.</p>
        </MessageDialog>
      )
    }
    case 'refused': {
      const { code } = problem.body
      const close = () => onClose(refusedFields(problem.body))
      const understood = [UNDERSTOOD, close] as const
      const failure = failureDialog(problem.body)
      const next = failure.title === DUPLICATE_TITLE ? DUPLICATE_NEXT : null
      const help = failure.help ?? (late && NO_TICKETS.has(code ?? '') ? PAID_HELP : next)
      const support = whatsappAddress(site)
      return (
        <MessageDialog
          icon="alert"
          tone="danger"
          title={failure.title}
          onClose={close}
          ways={gone ? [['Elegir otros números', () => onPickAgain(gone)], understood] : [understood]}
          others={
            help !== null &&
            support && (
              <a className="btn" href={support} target="_blank" rel="noopener">
                <Icon name="chat" small />
                Escribir a soporte
              </a>
            )
          }
        >
          <p>{failure.text}</p>
          {help !== null && <p>{help}</p>}
          <p className="notice">
            <Icon name="info" small />
            Tus datos y tu comprobante siguen en el formulario.
          </p>
        </MessageDialog>
      )
    }
  }
}

/** The fields that the server found wrong, each with its message. */
function refusedFields(body: Refusal): Errors {
  // Another host may write anything there.
  const named = Object.entries(body.campos ?? {}).filter(([, message]) => typeof message === 'string')
  if (named[0]) return Object.fromEntries(named)
  if (body.error === PROOF_TOO_LARGE || body.code?.startsWith('ARCHIVO_')) return { comprobante: body.error ?? '' }
  const { field, text } = failureDialog(body)
  return field ? { [field]: text } : {}
}
