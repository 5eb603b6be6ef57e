import type { ReactNode } from 'react'
import { useDeed } from '#access/panel/ask.ts'
import { Button } from '#platform/panel/parts/button.tsx'
import { Failure } from '#platform/panel/parts/field.tsx'
import { formatSum } from '#purchases/panel/wording.ts'
import type { ShownMovement } from '../../contract.ts'
import { DoubtMark } from '../repeated.tsx'
import { MONEY_SHOWN } from '../shown-money.ts'
import { tellMovement, tellPayer, tellTrace } from '../verdict-words.ts'

/** A payment that is joined, in two lines: its amount, and its traces. */
export function JoinedMoney({ movement, children }: { movement: ShownMovement; children?: ReactNode }) {
  return (
    <span className="grow">
      <span>
        Llegaron <strong className="whole">{formatSum(movement.monto, movement.moneda)}</strong>
      </span>
      <span className="faint small">
        {tellTrace(movement)}
        {tellPayer(movement) ? ` · ${tellPayer(movement)}` : ''}
      </span>
      <DoubtMark movement={movement} />
      {children}
    </span>
  )
}

/** Takes money off a purchase. @param several whether there is more: then the button shows the amount. */
export function PartButton({ id, movement, several }: { id: number; movement: ShownMovement; several: boolean }) {
  const part = useDeed('POST /api/panel/conciliacion/desunir', { refreshes: MONEY_SHOWN })
  return (
    <>
      <Button
        look="link"
        className="small"
        pending={part.isPending}
        aria-label={`Separar ${tellMovement(movement)}`}
        onClick={() => part.mutate({ body: { compra_id: id, movimiento_id: movement.id } })}
      >
        Separar{several ? ` ${formatSum(movement.monto, movement.moneda)}` : ''}
      </Button>
      <Failure of={part.error} />
    </>
  )
}
