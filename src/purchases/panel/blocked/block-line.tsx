import { useState } from 'react'
import { Link } from 'wouter'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import { formatMoment } from '#platform/panel/time.ts'
import type { PurchaseSheet } from '../../panel-contract.ts'
import { BlockDialog } from './block-dialog.tsx'
import '../sheet/sheet.css'
import './blocked.css'

/** Below who the buyer is: that he may not buy and why, or the way to block him. */
export function BlockLine({ sheet, canBlock }: { sheet: PurchaseSheet; canBlock: boolean }) {
  const [asking, setAsking] = useState(false)
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
            <Link href="/compras/bloqueados" className="link">
              Ver la lista
            </Link>
          </p>
        </div>
      </div>
    )
  }
  if (!canBlock) return null
  return (
    <>
      <button type="button" className="link small below-2" onClick={() => setAsking(true)}>
        Bloquear a esta persona…
      </button>
      {asking ? <BlockDialog of={sheet} onClose={() => setAsking(false)} /> : null}
    </>
  )
}
