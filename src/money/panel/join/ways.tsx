import { Suspense, useState } from 'react'
import { useDeed } from '#access/panel/ask.ts'
import { part } from '#platform/panel/part.ts'
import { Button } from '#platform/panel/parts/button.tsx'
import { Failure } from '#platform/panel/parts/field.tsx'
import type { ShownMovement, Verdict, Why } from '../../contract.ts'
import { isNear } from '../../verdict.ts'
import { AnotherPayment, isRepeated } from '../repeated.tsx'
import { MONEY_SHOWN } from '../shown-money.ts'
import { tellMovement } from '../verdict-words.ts'
import { Reasons } from '../why.tsx'
import type { JoinedReport } from './join-dialog.tsx'
import './join.css'

const JoinDialog = part(() => import('./join-dialog.tsx'), 'JoinDialog')

interface Asked {
  money: ShownMovement[]
  reasons: Why[]
}

/** The dialog that joins money to that purchase: it stays open when the verdict changes. */
export function useJoinDialog(report: JoinedReport) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const dialog = (
    <Suspense fallback={null}>
      {asked ? <JoinDialog report={report} {...asked} onClose={() => setAsked(null)} /> : null}
    </Suspense>
  )
  return { ask: setAsked, dialog }
}

/** Ways for a person to say which money is a purchase's, by the bank's verdict on it. */
export function Ways(props: { report: JoinedReport; verdict: Verdict; onAsk: (asked: Asked) => void }) {
  const { report, verdict } = props
  const join = useDeed('POST /api/panel/conciliacion/unir', { refreshes: MONEY_SHOWN })
  const find = (words: string) => (
    <Button
      look="link"
      text={words}
      className="fixed small to-start"
      onClick={() => props.onAsk({ money: [], reasons: [] })}
    />
  )
  switch (verdict.veredicto) {
    case 'unido':
      return verdict.falta === null ? null : find('Agregar otro pago')
    case 'ambiguo':
      return (
        <>
          <ul className="join-offers lines">
            {verdict.candidatos.map(({ movimiento, razones }) => (
              <li key={movimiento.id} className="row wrap gap-1 pad-y-1">
                <span className="grow">
                  <span className="compact">{tellMovement(movimiento)}</span>
                  <Reasons reasons={razones} />
                </span>
                {isRepeated(movimiento) ? (
                  <AnotherPayment movement={movimiento} />
                ) : (
                  <Button
                    text="Es este"
                    pending={join.isPending}
                    aria-label={`Es este: ${tellMovement(movimiento)}`}
                    onClick={() =>
                      join.mutate({ body: { compra_id: report.id, movimientos: [{ id: movimiento.id }] } })
                    }
                  />
                )}
              </li>
            ))}
          </ul>
          <Failure of={join.error} />
        </>
      )
    case 'encontrado':
    case 'monto_distinto': {
      // Its approval joins it.
      const taken = verdict.veredicto === 'encontrado' && (verdict.exacta || isNear(verdict.regla))
      if (taken && report.estado === 'en revision') return null
      return (
        <Button
          look="link"
          text="Unir…"
          className="fixed small to-start"
          onClick={() => props.onAsk({ money: [verdict.movimiento], reasons: verdict.razones })}
        />
      )
    }
    default:
      return find('Buscar su pago')
  }
}
