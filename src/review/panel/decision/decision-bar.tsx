import type { ReactNode } from 'react'
import type { Role } from '#access/contract.ts'
import { byMail } from '#mail/mail-leaves.ts'
import { counted } from '#platform/money.ts'
import type { PanelFailure } from '#platform/panel/api.ts'
import { useOnline } from '#platform/panel/device.ts'
import { Button } from '#platform/panel/parts/button.tsx'
import { Failure } from '#platform/panel/parts/field.tsx'
import { formatCountdown, useServerClock } from '#platform/panel/time.ts'
import type { ReviewClaim, ReviewedPurchase, ReviewItem } from '../../contract.ts'
import { TellByWhatsApp } from './tell-by-whatsapp.tsx'

/** Decisions that ask before they are taken. */
export type Asked = 'aprobar' | 'rechazar' | 'falso' | 'corregir' | 'anular'

/** The decisions, always in the same place: their weight changes with the checks, never their position. */
export function DecisionBar(props: {
  purchase: ReviewedPurchase
  role: Role
  pending: boolean
  failure: PanelFailure | null
  /** Another reviewer of the payment. */
  taken: ReviewClaim | null
  next: ReviewItem | undefined
  /** The decision before this one, where the queue does not show it. */
  note: ReactNode
  onApprove: () => void
  onAsk: (kind: Asked) => void
  onUndo: (of: ReviewedPurchase) => void
  onTakeOver: () => void
  onSkip: (() => void) | undefined
}) {
  const { purchase, role, taken } = props
  const online = useOnline()
  const grave = purchase.nivel === 'grave'
  const blocked =
    role === 'lector'
      ? 'Tu papel es lector: puedes mirar, no decidir.'
      : taken
        ? `${taken.nombre} la está revisando. Si la deja, queda libre en 2 minutos.`
        : online
          ? ''
          : 'Sin conexión: no se puede decidir.'
  return (
    <footer className="bar whole-grid surface pad-3-4 line-above stack">
      {props.note}
      {props.failure ? (
        <Failure of={props.failure} />
      ) : (
        <p className="bar-say narrow-middle flow gap-4 apart soft small">
          <span>{blocked || consequence(purchase)}</span>
          {taken && role === 'dueno' ? <Button look="link" text="Tomarla yo" onClick={props.onTakeOver} /> : null}
          {props.next && purchase.estado === 'en revision' ? (
            <span className="faint narrow-none">Siguiente: {props.next.nombre}, ya cargada.</span>
          ) : null}
        </p>
      )}
      {purchase.estado === 'en revision' ? (
        <div className="bar-buttons narrow-wrap control-high flow">
          <Button
            look={grave ? 'bad-full' : 'bad'}
            icon="cross"
            aria-disabled={blocked !== ''}
            onClick={() => blocked === '' && props.onAsk('rechazar')}
          >
            Rechazar
            <kbd>R</kbd>
          </Button>
          <Button
            icon="pencil"
            className="bar-correct"
            aria-disabled={blocked !== ''}
            onClick={() => blocked === '' && props.onAsk('corregir')}
          >
            Pedir corrección
            <kbd>C</kbd>
          </Button>
          {props.onSkip ? (
            <Button look="plain" className="soft" onClick={props.onSkip}>
              Saltar
              <kbd>J</kbd>
            </Button>
          ) : null}
          <Button
            look={grave || purchase.sin_ver ? undefined : 'go'}
            icon="check"
            className="bar-approve to-end"
            aria-disabled={blocked !== ''}
            aria-busy={props.pending}
            onClick={() => blocked === '' && props.onApprove()}
          >
            {props.pending ? 'Enviando…' : grave ? 'Aprobar con motivo…' : purchase.sin_ver ? 'Aprobar…' : 'Aprobar'}
            <kbd>A</kbd>
          </Button>
        </div>
      ) : (
        <Decided
          purchase={purchase}
          role={role}
          onUndo={() => props.onUndo(purchase)}
          onAnnul={() => props.onAsk('anular')}
        />
      )}
    </footer>
  )
}

/** Actions that remain for a decided purchase. */
function Decided(props: { purchase: ReviewedPurchase; role: Role; onUndo: () => void; onAnnul: () => void }) {
  const { purchase, role } = props
  const until = purchase.deshacible_hasta === null ? 0 : Date.parse(purchase.deshacible_hasta)
  const left = until - useServerClock(500, until > 0)
  return (
    <div className="bar-buttons narrow-wrap control-high flow">
      {role === 'lector' ? null : <TellByWhatsApp purchase={purchase} />}
      {purchase.estado === 'confirmado' && role === 'dueno' && !purchase.numeros_fijos ? (
        <Button look="bad" text="Anular…" onClick={props.onAnnul} />
      ) : null}
      {left > 0 && role !== 'lector' ? (
        <Button icon="undo" className="bar-approve to-end" onClick={props.onUndo}>
          Deshacer ({formatCountdown(left)})<kbd>U</kbd>
        </Button>
      ) : null}
    </div>
  )
}

function consequence(purchase: ReviewedPurchase): string {
  const tickets = counted(purchase.cantidad_tickets, 'boleto')
  switch (purchase.estado) {
    case 'en revision':
      if (purchase.nivel === 'grave')
        return purchase.gracia_segundos > 0
          ? `Al rechazar: sus ${tickets} esperan una corrección${byMail(' y sale el correo')}.`
          : `Al rechazar: sus ${tickets} ${whatBecomes(purchase)}${byMail(' y sale el correo')}.`
      return purchase.elegidos
        ? `Al aprobar: confirma sus ${tickets}${byMail(' y envía el correo')}.`
        : `Al aprobar: sortea ${tickets}${byMail(' y envía el correo')}.`
    case 'confirmado':
      return purchase.numeros_fijos
        ? 'Confirmada. La rifa ya se sorteó: no se deshace ni se anula.'
        : 'Confirmada: sus números son suyos.'
    case 'rechazado':
      return purchase.falsa
        ? 'Rechazada por falsa: el comprador no la puede corregir.'
        : purchase.numeros_fijos || !mayCorrect(purchase)
          ? 'Rechazada. La venta ya terminó: no se puede corregir.'
          : purchase.pide === null
            ? 'Rechazada: el comprador puede corregir y enviar de nuevo.'
            : `Corrección pedida: ${byMail('le llega el correo y espera', 'avísale por WhatsApp y espera')} su respuesta.`
    case 'anulado':
      return purchase.en_venta
        ? 'Anulada: sus números volvieron a la venta.'
        : 'Anulada: sus números no participan. La venta ya terminó.'
  }
}

/** The fate of its tickets once they are nobody's, as the end of a sentence. */
export const whatBecomes = ({ en_venta }: ReviewedPurchase) =>
  en_venta ? 'vuelven a la venta' : 'dejan de participar (la venta ya terminó)'

/** Without its own tickets it needs others, and only a raffle that still sells has them. */
export const mayCorrect = ({ en_venta, gracia_segundos }: ReviewedPurchase) => en_venta || gracia_segundos > 0
