import { BusyButton, Failure } from '#platform/panel/parts/field.tsx'
import { formatSum } from '#purchases/panel/wording.ts'
import type { ShownMovement } from '../../contract.ts'
import { usePart } from '../reconciliation-query.ts'
import { tellMovement } from '../verdict-words.ts'

/** Takes money off a purchase. @param several whether there is more: then it says how much. */
export function PartButton({ id, movement, several }: { id: number; movement: ShownMovement; several: boolean }) {
  const part = usePart()
  return (
    <>
      <BusyButton
        className="link small"
        pending={part.isPending}
        aria-label={`Separar ${tellMovement(movement)}`}
        onClick={() => part.mutate({ compra_id: id, movimiento_id: movement.id })}
      >
        Separar{several ? ` ${formatSum(movement.monto, movement.moneda)}` : ''}
      </BusyButton>
      <Failure of={part.error} />
    </>
  )
}
