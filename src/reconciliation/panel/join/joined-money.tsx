import type { ReactNode } from 'react'
import { formatSum } from '#purchases/panel/wording.ts'
import type { ShownMovement } from '../../contract.ts'
import { RepeatedMark } from '../repeated.tsx'
import { tellPayer, tellTrace } from '../verdict-words.ts'

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
      <RepeatedMark movement={movement} />
      {children}
    </span>
  )
}
