import { useDeed } from '#access/panel/ask.ts'
import { Button } from '#platform/panel/parts/button.tsx'
import { Failure } from '#platform/panel/parts/field.tsx'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import { formatSum } from '#purchases/panel/wording.ts'
import type { ShownMovement } from '../contract.ts'
import { MONEY_SHOWN } from './shown-money.ts'
import { tellTrace } from './verdict-words.ts'

/** Whether offered money may be a payment that its bank lists twice: it pays nothing then. */
export function isRepeated({ repetida_de, libre }: ShownMovement): boolean {
  return repetida_de !== null && libre !== '0.00'
}

/** A mark wherever such money is offered. */
export function RepeatedMark({ movement }: { movement: ShownMovement }) {
  return isRepeated(movement) ? (
    <span className="verdict-aviso small inline">
      <VerdictShape level="aviso" word={false} />
      El banco lo dice dos veces: puede ser el mismo pago
    </span>
  ) : null
}

/** A person has looked: it is another payment, and may pay from then on. */
export function AnotherPayment(props: { movement: ShownMovement; onSaid?: (movement: ShownMovement) => void }) {
  const { movement } = props
  const decision = useDeed('POST /api/panel/conciliacion/movimientos/:id', {
    refreshes: MONEY_SHOWN,
    done: (said) => props.onSaid?.(said),
  })
  if (!isRepeated(movement)) return null
  return (
    <>
      <Button
        text="Es otro pago"
        pending={decision.isPending}
        aria-label={`Es otro pago: ${formatSum(movement.monto, movement.moneda)}, ${tellTrace(movement)}`}
        onClick={() => decision.mutate({ params: { id: movement.id }, body: { que: 'otra' } })}
      />
      <Failure of={decision.error} />
    </>
  )
}
