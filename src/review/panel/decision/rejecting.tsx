import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { refresh } from '#access/panel/ask.ts'
import { MONEY_SHOWN } from '#money/panel/shown-money.ts'
import { useKeys } from '#platform/panel/keys.ts'
import { Dialog } from '#platform/panel/parts/dialog.tsx'
import { Failure } from '#platform/panel/parts/field.tsx'
import { Bone, Loading } from '#platform/panel/parts/states.tsx'
import type { ReviewedPurchase } from '../../contract.ts'
import { useClaim } from '../claim/use-claim.ts'
import { useDecision, usePurchase } from '../use-decision.ts'
import type { Asked } from './decision-bar.tsx'
import { DecisionDialog } from './decision-dialog.tsx'
import { UndoNote } from './decision-notes.tsx'
import '../queue/queue.css'

/**
 * The desk's rejection in a list of another room: its dialog with its reasons, the claim while it is open, and the way back while the mail
 * has not left.
 * @param children draws the list, in which `onReject` asks about one of its purchases.
 */
export function Rejecting({ children }: { children: (onReject: (id: number) => void) => ReactNode }) {
  const [asked, setAsked] = useState<{ id: number; kind: Asked } | null>(null)
  const [rejected, setRejected] = useState<ReviewedPurchase | null>(null)
  const client = useQueryClient()
  const query = usePurchase(asked?.id ?? null)
  const purchase = asked !== null && query.data?.id === asked.id ? query.data : undefined
  useClaim(purchase?.estado === 'en revision' ? purchase.id : null)
  const decision = useDecision((deed, answer) => {
    setAsked(null)
    setRejected(deed.decision === 'deshacer' ? null : answer)
    void refresh(client, MONEY_SHOWN)
  })
  const undo = () => decision.undo(rejected)
  useKeys({ u: undo })
  return (
    <>
      {children((id) => {
        decision.reset()
        setAsked({ id, kind: 'rechazar' })
      })}
      <div className="rejecting-note stays pad-edge measure">
        <Failure of={asked !== null && !purchase ? query.error : asked === null ? decision.error : null} />
        {rejected ? <UndoNote purchase={rejected} onUndo={undo} onForget={() => setRejected(null)} /> : null}
      </div>
      {asked && purchase ? (
        <DecisionDialog
          kind={asked.kind}
          purchase={purchase}
          decision={decision}
          onClose={() => setAsked(null)}
          onKind={(kind) => setAsked({ ...asked, kind })}
        />
      ) : asked && !query.isError ? (
        // It opens with the tap, so that a second one meets nothing that decides.
        <Dialog label="Rechazar" onClose={() => setAsked(null)}>
          <Loading label="Cargando la compra">
            <Bone height="8rem" />
          </Loading>
        </Dialog>
      ) : null}
    </>
  )
}
