import { AskButton, ButtonLink } from '#platform/panel/parts/button.tsx'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import { formatMoment } from '#platform/panel/time.ts'
import type { PurchaseSheet } from '../../panel-contract.ts'
import { BlockDialog } from './block-dialog.tsx'
import '../sheet/sheet.css'

/** Below the buyer's data: that they may not buy and why, or the way to block them. */
export function BlockLine({ sheet, canBlock }: { sheet: PurchaseSheet; canBlock: boolean }) {
  const { bloqueo } = sheet
  if (bloqueo) {
    return (
      <div className="pad-start-3 breaks below-3 line-above flow compact">
        <VerdictShape level="grave" word={false} />
        <div>
          <p>
            <strong>Persona bloqueada:</strong> {bloqueo.motivo}
          </p>
          <p className="faint small">
            {bloqueo.por} · {formatMoment(bloqueo.en)} ·{' '}
            <ButtonLink look="link" text="Ver la lista" href="/compras/bloqueados" />
          </p>
        </div>
      </div>
    )
  }
  if (!canBlock) return null
  return (
    <AskButton
      look="link"
      text="Bloquear a esta persona…"
      className="small below-2"
      ask={(close) => <BlockDialog of={sheet} onClose={close} />}
    />
  )
}
