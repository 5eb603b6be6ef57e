import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Operator } from '#access/contract.ts'
import { refresh } from '#access/panel/ask.ts'
import { PurchaseMoney } from '#money/panel/sheet/purchase-money.tsx'
import { Button, ButtonLink } from '#platform/panel/parts/button.tsx'
import { PURCHASE_SHOWN } from '#purchases/panel/purchase-list.ts'
import { SheetScreen } from '#purchases/panel/sheet/sheet-screen.tsx'
import type { PurchaseSheet } from '#purchases/panel-contract.ts'
import { DecisionDialog } from '#review/panel/decision/decision-dialog.tsx'
import { ReviewedProof } from '#review/panel/proof/reviewed-proof.tsx'
import { purchaseOf, useDecision } from '#review/panel/use-decision.ts'

/** One purchase, with its proof, its money and its review. */
export function PurchasePlace({ id, operator, site }: { id: number; operator: Operator; site: string }) {
  const reviewed = useQuery(purchaseOf(id))
  const [annulling, setAnnulling] = useState(false)
  const client = useQueryClient()
  const decision = useDecision(() => {
    setAnnulling(false)
    void refresh(client, PURCHASE_SHOWN)
  })
  const purchase = reviewed.data
  return (
    <>
      <SheetScreen
        id={id}
        operator={operator}
        site={site}
        proof={<ReviewedProof reviewed={reviewed} />}
        money={(sheet) => <PurchaseMoney key={id} purchase={sheet} role={operator.rol} />}
        actions={(sheet) => (
          <Actions
            sheet={sheet}
            canAnnul={operator.rol === 'dueno' && purchase?.estado === 'confirmado'}
            onAnnul={() => setAnnulling(true)}
          />
        )}
      />
      {annulling && purchase ? (
        <DecisionDialog kind="anular" purchase={purchase} decision={decision} onClose={() => setAnnulling(false)} />
      ) : null}
    </>
  )
}

function Actions(props: { sheet: PurchaseSheet; canAnnul: boolean; onAnnul: () => void }) {
  const { sheet } = props
  if (sheet.estado === 'en revision') {
    return <ButtonLink look="go" icon="review" text="Revisar el pago" href={`/revision/${sheet.id}`} />
  }
  return props.canAnnul ? <Button look="bad" text="Anular…" onClick={props.onAnnul} /> : null
}
