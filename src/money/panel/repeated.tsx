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

/** A mark wherever money is shown that may be no payment: the bank took it back, or lists it twice. */
export function DoubtMark({ movement }: { movement: ShownMovement }) {
  const level = movement.revertido ? 'grave' : isRepeated(movement) ? 'aviso' : null
  return level === null ? null : (
    <span className={`verdict-${level} small inline`}>
      <VerdictShape level={level} word={false} />
      {level === 'grave'
        ? 'El banco se lo llevó: ni paga una compra ni se devuelve'
        : 'El banco lo dice dos veces: puede ser el mismo pago'}
    </span>
  )
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
