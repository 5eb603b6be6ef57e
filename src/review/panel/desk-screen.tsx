import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { Operator } from '#operators/contract.ts'
import { readFailure, serverNow } from '#platform/web/panel-api.ts'
import { useKeys } from '#platform/web/panel-keys.ts'
import { EmptyState, FailedState } from '#platform/web/panel-states.tsx'
import type { ReviewedPurchase } from '../contract.ts'
import { Claim, ClaimBones } from './claim.tsx'
import { type Asked, DecisionBar } from './decision-bar.tsx'
import { DecisionDialog } from './decision-dialog.tsx'
import { DeskHead } from './desk-head.tsx'
import { ProofViewer } from './proof-viewer.tsx'
import { type Deed, useDecision, usePreloaded, usePurchase } from './purchase-query.ts'
import { QueueList } from './queue-list.tsx'
import { queueItems, useQueue } from './queue-query.ts'
import { useWide } from './use-wide.ts'
import './desk.css'

/** A key or a tap that was meant for the payment before does not decide the one that just came up. */
const SETTLE = 400

/** The desk: the queue, the proof, what was claimed, and one place for the decision. */
export function DeskScreen({ operator, selected }: { operator: Operator; selected: number | null }) {
  const [, navigate] = useLocation()
  const wide = useWide()
  const queue = useQueue()
  const items = queueItems(queue.data)
  const place = items.findIndex((item) => item.id === selected)
  const next = items[place + 1] ?? (place > 0 ? items[0] : undefined)
  const previous = place > 0 ? items[place - 1] : undefined
  const purchase = usePurchase(selected)
  usePreloaded(next?.id ?? null)

  const [asked, setAsked] = useState<Asked | null>(null)
  const [decided, setDecided] = useState<ReviewedPurchase | null>(null)
  const [zoomed, setZoomed] = useState(false)
  const shownSince = useRef(0)
  const decision = useDecision((deed, answer) => {
    setAsked(null)
    if (deed.decision === 'deshacer') {
      setDecided(null)
      navigate(`/revision/${answer.id}`)
      return
    }
    setDecided(answer)
    if (answer.id === selected) navigate(next && next.id !== answer.id ? `/revision/${next.id}` : '/revision')
  })
  const { mutate, reset, isPending } = decision

  // biome-ignore lint/correctness/useExhaustiveDependencies: another payment starts without the error and the zoom of the one before
  useEffect(() => {
    shownSince.current = Date.now()
    setZoomed(false)
    reset()
  }, [selected, reset])

  const first = items[0]?.id
  useEffect(() => {
    if (wide && selected === null && first !== undefined) navigate(`/revision/${first}`, { replace: true })
  }, [wide, selected, first, navigate])

  const shown = purchase.data?.id === selected ? purchase.data : undefined
  const mayDecide = operator.rol !== 'lector' && shown?.estado === 'en revision'
  const settled = () => !isPending && Date.now() - shownSince.current > SETTLE

  function approve() {
    if (!mayDecide || !settled()) return
    if (shown.nivel === 'grave') setAsked('aprobar')
    else mutate({ decision: 'aprobar', purchase: shown })
  }
  function ask(kind: Asked) {
    if (shown && operator.rol !== 'lector' && settled()) setAsked(kind)
  }
  function undo(of: ReviewedPurchase | null | undefined) {
    if (of?.deshacible_hasta && Date.parse(of.deshacible_hasta) > serverNow() && !isPending) {
      mutate({ decision: 'deshacer', purchase: of } satisfies Deed)
    }
  }
  const open = (id: number | undefined) => id !== undefined && navigate(`/revision/${id}`)
  useKeys({
    j: () => open(selected === null ? first : next?.id),
    k: () => open(previous?.id),
    a: approve,
    r: () => mayDecide && ask('rechazar'),
    z: () => setZoomed((now) => !now),
    u: () => undo(decided ?? shown),
  })

  const failure = decision.error ? readFailure(decision.error) : null
  const empty = queue.data && items.length === 0
  return (
    <div className={selected === null ? 'desk' : 'desk desk-open'}>
      {wide || selected === null ? (
        <QueueList
          queue={queue}
          selected={selected}
          decided={decided}
          onUndo={() => undo(decided)}
          onForget={() => setDecided(null)}
        />
      ) : null}
      {selected === null ? (
        wide && empty ? (
          <EmptyState icon="check" title="No hay pagos por revisar">
            <p>Cuando alguien reporte uno, aparece aquí solo. No hace falta recargar.</p>
          </EmptyState>
        ) : null
      ) : (
        <section className="desk-work" aria-label="Pago">
          <DeskHead
            purchase={shown}
            place={place}
            total={queue.data?.pages[0]?.total ?? 0}
            previous={previous?.id}
            next={next && place >= 0 && next !== items[0] ? next.id : undefined}
          />
          {shown ? (
            <>
              <ProofViewer
                key={`${shown.id} ${shown.comprobante.original}`}
                proof={shown.comprobante}
                zoomed={zoomed}
                onZoom={setZoomed}
              />
              <Claim key={shown.id} purchase={shown} stale={purchase.error} onRetry={() => void purchase.refetch()} />
              <DecisionBar
                purchase={shown}
                role={operator.rol}
                pending={isPending}
                failure={failure}
                next={next}
                decided={wide ? null : decided}
                onApprove={approve}
                onAsk={ask}
                onUndo={undo}
                onForget={() => setDecided(null)}
              />
            </>
          ) : purchase.isError ? (
            <div className="desk-failed">
              <FailedState error={purchase.error} onRetry={() => void purchase.refetch()} />
            </div>
          ) : (
            <ClaimBones />
          )}
        </section>
      )}
      {asked && shown ? (
        <DecisionDialog
          kind={asked}
          purchase={shown}
          pending={isPending}
          failure={failure}
          onClose={() => {
            setAsked(null)
            reset()
          }}
          onDecide={(motivo) =>
            mutate({ decision: asked, purchase: shown, ...(motivo === undefined ? {} : { motivo }) })
          }
        />
      ) : null}
    </div>
  )
}
