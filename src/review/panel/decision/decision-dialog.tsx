import { useId, useState } from 'react'
import { byMail } from '#mail/mail-leaves.ts'
import { counted } from '#platform/money.ts'
import { AskDialog } from '#platform/panel/parts/ask-dialog.tsx'
import { Button } from '#platform/panel/parts/button.tsx'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import { formatWait } from '#platform/panel/time.ts'
import type { AskedFor } from '#purchases/contract.ts'
import { formatSum } from '#purchases/panel/wording.ts'
import type { ReviewedPurchase } from '../../contract.ts'
import { readReason } from '../../reasons.ts'
import type { useDecision, Verdict } from '../use-decision.ts'
import { type Asked, mayCorrect, whatBecomes } from './decision-bar.tsx'
import { OwnReason, ReasonChoice } from './reason-choice.tsx'
import '../desk.css'

interface DialogProps {
  kind: Asked
  purchase: ReviewedPurchase
  decision: ReturnType<typeof useDecision>
  onClose: () => void
  /** The dialog changes: the report to be rejected is a fake. */
  onKind?: (kind: Asked) => void
}

const LABELS: Record<Asked, string> = {
  aprobar: 'Aprobar con motivo',
  rechazar: 'Rechazar',
  falso: 'Rechazar como falso',
  corregir: 'Pedir corrección',
  anular: 'Anular',
}

/** Decisions that ask first. All of them want a reason; its reader differs. */
export function DecisionDialog(props: DialogProps) {
  const { kind, purchase, decision } = props
  const [reason, setReason] = useState('')
  const [asks, setAsks] = useState<AskedFor>('comprobante')
  const [problem, setProblem] = useState('')
  const confirms = kind === 'aprobar' && purchase.nivel !== 'grave'
  const send = (verdict: Verdict) => decision.mutate({ ...verdict, purchase })
  function decide() {
    if (kind === 'falso' || confirms) return send({ decision: kind })
    const read = readReason(reason)
    setProblem(read !== null ? '' : kind === 'aprobar' ? 'Escribe por qué lo apruebas.' : MISSING)
    if (read === null) return
    send(kind === 'corregir' ? { decision: 'rechazar', motivo: read, pide: asks } : { decision: kind, motivo: read })
  }
  return (
    <AskDialog
      label={confirms ? 'Aprobar sin verlo en la cuenta' : LABELS[kind]}
      {...headOf(kind, purchase)}
      deed={decision}
      problem={problem}
      leave={kind === 'aprobar' ? 'Volver a mirar' : 'Cancelar'}
      action={kind === 'aprobar' ? 'Aprobar igual' : LABELS[kind]}
      danger={kind !== 'aprobar' && kind !== 'corregir'}
      onConfirm={decide}
      onClose={() => {
        props.onClose()
        decision.reset()
      }}
    >
      {kind === 'aprobar' ? <Against purchase={purchase} /> : null}
      {kind === 'corregir' ? <Asks value={asks} onChange={setAsks} /> : null}
      {kind === 'falso' || confirms ? null : kind === 'aprobar' ? (
        <OwnReason
          value={reason}
          onChange={setReason}
          label="Por qué lo apruebas"
          hint="Queda en el diario; el comprador no lo lee"
        />
      ) : (
        <ReasonChoice
          of={[purchase]}
          refund={kind === 'anular' || purchase.comprobaciones.some(({ sobre }) => sobre === 'bloqueo')}
          hint={
            kind !== 'corregir'
              ? undefined
              : asks === 'resto'
                ? 'Cuánto falta y cómo pagarlo. Por ejemplo: faltan Bs. 120,00, por el mismo Pago Móvil'
                : 'Por ejemplo: no se lee la referencia, manda la captura completa'
          }
          onReason={setReason}
        />
      )}
      {kind === 'rechazar' ? (
        <Button
          look="link"
          className="to-start target"
          text="¿Es falso? Recházalo sin espera ni corrección"
          onClick={() => props.onKind?.('falso')}
        />
      ) : null}
    </AskDialog>
  )
}

const MISSING = 'Elige o escribe el motivo: el comprador lo va a leer.'

const WITHOUT_TICKETS = 'Aún no tiene boletos y deja de esperarlos; si corrige, vuelve a pedirlos.'

/** Title and effect of the dialog, as a sentence. */
function headOf(kind: Asked, purchase: ReviewedPurchase): { title: string; lead?: string } {
  const { nombre, en_espera, gracia_segundos } = purchase
  const tickets = counted(purchase.cantidad_tickets, 'boleto')
  const waits = gracia_segundos > 0
  const grace = formatWait(gracia_segundos * 1000)
  switch (kind) {
    case 'aprobar':
      return { title: `¿Aprobar el pago de ${nombre}?` }
    case 'rechazar':
      return {
        title: `Rechazar la compra de ${nombre}`,
        lead: `${byMail('Le llega un correo con el motivo.', 'Esa persona lee el motivo en su página privada.')} ${
          en_espera
            ? WITHOUT_TICKETS
            : `Sus ${tickets} ${waits ? `esperan ${grace} por si corrige` : whatBecomes(purchase)}.`
        }`,
      }
    case 'falso':
      return {
        title: `¿Es falso el pago de ${nombre}?`,
        lead: `${
          en_espera
            ? 'Aún no tiene boletos y deja de esperarlos, sin tiempo para corregir.'
            : `Sus ${tickets} ${whatBecomes(purchase)} en el acto, sin tiempo para corregir.`
        } ${byMail('Le llega un correo corto', 'En su página privada lee un texto corto')} que dice que no encontramos su pago y a quién escribir si pagó.`,
      }
    case 'corregir':
      return {
        title: `Pedir corrección a ${nombre}`,
        lead: `${byMail('Le llega un correo que', 'Su página privada')} dice qué falta y cómo enviarlo. ${
          en_espera
            ? WITHOUT_TICKETS
            : `Sus ${tickets} ${
                waits
                  ? `lo esperan ${grace}.`
                  : `${whatBecomes(purchase)}: ${mayCorrect(purchase) ? 'al corregir se apartan otros, si quedan.' : 'ya no podrá corregir.'}`
              }`
        }`,
      }
    case 'anular':
      return {
        title: `Anular la compra de ${nombre}`,
        lead: `Sus ${tickets} ${whatBecomes(purchase)}${byMail(' y le llega un correo con el motivo', '. El motivo lo lee en su página privada')}. No se puede deshacer. ${
          purchase.monto === null ? 'Su pago' : `Lo que pagó, ${formatSum(purchase.monto, purchase.monto_moneda)},`
        } queda en Conciliación → Por devolver hasta que anotes que lo devolviste.`,
      }
  }
}

/** The objections, or that its money was not seen, for an operator who approves all the same. */
function Against({ purchase }: { purchase: ReviewedPurchase }) {
  return (
    <>
      <ul className="stack gap-3">
        {purchase.comprobaciones
          .filter(({ nivel, sobre }) => nivel === 'grave' || (nivel === 'aviso' && sobre === 'banco'))
          .map((check) => (
            <li key={check.sobre} className="check flow gap-3 compact">
              <VerdictShape level={check.nivel} />
              <div>
                <p>{check.titulo}</p>
                <p className="faint small">{check.detalle}</p>
              </div>
            </li>
          ))}
      </ul>
      <p className="soft">Apruébalo solo si viste el dinero en la cuenta.</p>
    </>
  )
}

const ASKS: [AskedFor, string][] = [
  ['comprobante', 'Comprobante'],
  ['referencia', 'Referencia'],
  ['ambos', 'Los dos'],
  ['resto', 'El monto: que pague lo que falta'],
]

function Asks({ value, onChange }: { value: AskedFor; onChange: (asks: AskedFor) => void }) {
  const group = useId()
  return (
    <fieldset className="asks gap-2 grid">
      <legend>Debe corregir</legend>
      {ASKS.map(([asks, name]) => (
        <label key={asks} className="reason pad-x-3 round edge press target row gap-3">
          <input type="radio" name={group} checked={value === asks} onChange={() => onChange(asks)} />
          {name}
        </label>
      ))}
    </fieldset>
  )
}
