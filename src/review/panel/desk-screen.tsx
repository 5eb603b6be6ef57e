import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { Operator } from '#access/contract.ts'
import { readFailure } from '#platform/panel/api.ts'
import { useWide } from '#platform/panel/device.ts'
import { useKeys } from '#platform/panel/keys.ts'
import { ButtonLink } from '#platform/panel/parts/button.tsx'
import { Bone, EmptyState, FailedState } from '#platform/panel/parts/states.tsx'
import type { ReviewedPurchase, Trait } from '../contract.ts'
import { BankNews } from './bank.tsx'
import { Claim, ClaimBones } from './claim/claim.tsx'
import { useClaim } from './claim/use-claim.ts'
import { type Asked, DecisionBar } from './decision/decision-bar.tsx'
import { DecisionDialog } from './decision/decision-dialog.tsx'
import { useTogether } from './decision/together.ts'
import { DeskHead, KeysFoot } from './desk-head.tsx'
import { ProofViewer } from './proof/proof-viewer.tsx'
import { NoProof } from './proof/reviewed-proof.tsx'
import { deskPath, isFree, queueItems, readFilter, useQueue } from './queue/queue.ts'
import { QueueList } from './queue/queue-list.tsx'
import { useDecision, usePreloaded, usePurchase } from './use-decision.ts'
import './desk.css'

// Parts that only a press opens do not keep the first payment waiting.
const BulkBar = lazy(async () => ({ default: (await import('./decision/bulk-bar.tsx')).BulkBar }))
const TogetherNote = lazy(async () => ({ default: (await import('./decision/decision-notes.tsx')).TogetherNote }))
const UndoNote = lazy(async () => ({ default: (await import('./decision/decision-notes.tsx')).UndoNote }))
const BulkResult = lazy(async () => ({ default: (await import('./decision/bulk-result.tsx')).BulkResult }))
const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }))
const GroupDialog = lazy(async () => ({ default: (await import('./fakes/fakes-dialog.tsx')).GroupDialog }))
const CompareDialog = lazy(async () => ({ default: (await import('./proof/compare-dialog.tsx')).CompareDialog }))

/** A key or a tap that was meant for the payment before does not decide the one that just came up. */
const SETTLE = 400

/** The desk: the queue, the proof, the claim, and one place for the decision. */
export function DeskScreen({ operator, id, help }: { operator: Operator; id: number; help: ReactNode }) {
  const selected = id || null
  const [, navigate] = useLocation()
  const filter = readFilter(useSearch())
  const path = (id?: number) => deskPath(filter, id)
  const wide = useWide()
  const queue = useQueue(filter)
  const items = queueItems(queue.data, filter.ver)
  const place = items.findIndex((item) => item.id === selected)
  const next = items[place + 1] ?? (place > 0 ? items[0] : undefined)
  // A payment that somebody else has open is not opened by itself.
  const free = items.slice(place + 1).find(isFree) ?? items.find((item) => isFree(item) && item.id !== selected) ?? next
  const previous = place > 0 ? items[place - 1] : undefined
  const purchase = usePurchase(selected)
  usePreloaded(free?.id ?? null)

  const [asked, setAsked] = useState<Asked | null>(null)
  const [decided, setDecided] = useState<ReviewedPurchase | null>(null)
  const [compared, setCompared] = useState<number | null>(null)
  const [keys, setKeys] = useState(false)
  const [group, setGroup] = useState<{ id: number; por: Trait } | null>(null)
  const [picked, setPicked] = useState<ReadonlySet<number> | null>(null)
  const shownSince = useRef(0)
  const together = useTogether(() => setPicked(null))
  const decision = useDecision((deed, answer) => {
    setAsked(null)
    if (deed.decision === 'deshacer') {
      setDecided(null)
      navigate(path(answer.id))
      return
    }
    // It was opened on purpose: its result stays in sight.
    if (deed.decision === 'anular') return
    setDecided(answer)
    if (answer.id === selected) navigate(free && free.id !== answer.id ? path(free.id) : path())
  })
  const { mutate, reset, undo, isPending } = decision

  // biome-ignore lint/correctness/useExhaustiveDependencies: another payment starts without the error of the one before
  useEffect(() => {
    shownSince.current = Date.now()
    setCompared(null)
    reset()
  }, [selected, reset])

  const first = (items.find(isFree) ?? items[0])?.id
  const opens = wide && selected === null && first !== undefined ? deskPath(filter, first) : null
  useEffect(() => {
    if (opens !== null) navigate(opens, { replace: true })
  }, [opens, navigate])

  const shown = purchase.data?.id === selected ? purchase.data : undefined
  const judges = operator.rol !== 'lector' && shown?.estado === 'en revision'
  const { taken, takeOver } = useClaim(judges ? shown.id : null)
  const mayDecide = judges && taken === null
  const settled = () => !isPending && Date.now() - shownSince.current > SETTLE

  function approve() {
    if (!mayDecide || !settled()) return
    if (shown.nivel === 'grave' || shown.sin_ver) ask('aprobar')
    else mutate({ decision: 'aprobar', purchase: shown })
  }
  function ask(kind: Asked) {
    if (shown && operator.rol !== 'lector' && settled()) setAsked(kind)
  }
  function pick(id: number) {
    const now = new Set(picked)
    if (!now.delete(id)) now.add(id)
    setPicked(now)
  }
  const open = (id: number | undefined) => id !== undefined && navigate(path(id))
  useKeys({
    j: () => open(selected === null ? first : next?.id),
    k: () => open(previous?.id),
    a: approve,
    r: () => mayDecide && ask('rechazar'),
    f: () => mayDecide && ask('falso'),
    c: () => mayDecide && ask('corregir'),
    d: () => setCompared(shown?.comprobaciones.find(({ sobre }) => sobre === 'comprobante')?.compras[0]?.id ?? null),
    u: () => (decided === null && together.last !== null ? together.undo() : undo(decided ?? shown)),
    x: () => {
      if (selected !== null && shown?.estado === 'en revision') pick(selected)
    },
    '?': () => setKeys(true),
  })

  const failure = decision.error ? readFailure(decision.error) : null
  const note = (
    <Suspense fallback={null}>
      {together.last ? <TogetherNote together={together} /> : null}
      {decided ? <UndoNote purchase={decided} onUndo={() => undo(decided)} onForget={() => setDecided(null)} /> : null}
    </Suspense>
  )
  const empty = queue.data && items.length === 0
  return (
    <div className={`desk columns may-scroll ${selected === null ? '' : 'desk-open'}`}>
      {wide || selected === null ? (
        <QueueList
          queue={queue}
          help={help}
          filter={filter}
          onFilter={(changed) => navigate(deskPath(changed), { replace: true })}
          selected={selected}
          picked={picked}
          onPick={pick}
          onPicking={(on) => setPicked(on && operator.rol !== 'lector' ? new Set() : null)}
          foot={
            picked !== null ? (
              <Suspense fallback={<Bone height="7rem" />}>
                <BulkBar
                  items={items}
                  picked={items.filter((item) => picked.has(item.id))}
                  raffles={queue.data?.pages[0]?.rifas ?? []}
                  onPickClean={(ids) => setPicked(new Set(ids))}
                  together={together}
                  onDone={() => setPicked(null)}
                />
              </Suspense>
            ) : decided || together.last ? (
              note
            ) : (
              <KeysFoot onOpen={() => setKeys(true)} />
            )
          }
        />
      ) : null}
      {selected === null ? (
        wide && empty ? (
          <EmptyState icon="check" title="No hay pagos por revisar">
            <p>Cuando alguien reporte uno, aparece aquí solo. No hace falta recargar.</p>
          </EmptyState>
        ) : null
      ) : (
        <section className="desk-work grid narrow-column may-scroll" aria-label="Pago">
          <DeskHead
            purchase={shown}
            place={place}
            total={queue.data?.pages[0]?.total ?? 0}
            back={path()}
            previous={previous && path(previous.id)}
            next={next && place >= 0 && next !== items[0] ? path(next.id) : undefined}
          />
          {shown ? (
            <>
              {shown.comprobante ? (
                <ProofViewer key={`${shown.id} ${shown.comprobante.original}`} proof={shown.comprobante} />
              ) : (
                <NoProof seller={shown.vendida_por} />
              )}
              <Claim
                key={shown.id}
                purchase={shown}
                query={purchase}
                onCompare={setCompared}
                onAlike={mayDecide ? (por) => setGroup({ id: shown.id, por }) : null}
              />
              <DecisionBar
                purchase={shown}
                role={operator.rol}
                pending={isPending}
                failure={failure}
                taken={taken}
                next={free}
                note={wide || decided?.id === shown.id ? null : note}
                onApprove={approve}
                onAsk={ask}
                onUndo={undo}
                onTakeOver={takeOver}
                onSkip={wide && next ? () => open(next.id) : undefined}
              />
            </>
          ) : purchase.isError ? (
            <div className="whole-grid narrow-grow grid middle">
              <FailedState query={purchase} back={<ButtonLink text="Ver lo que está en revisión" href="/revision" />} />
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
          decision={decision}
          onClose={() => setAsked(null)}
          onKind={setAsked}
        />
      ) : null}
      <Suspense fallback={null}>
        <BankNews />
        {compared !== null && shown ? (
          <CompareDialog purchase={shown} otherId={compared} onClose={() => setCompared(null)} />
        ) : null}
        {group ? <GroupDialog {...group} onClose={() => setGroup(null)} /> : null}
        {together.refused ? (
          <BulkResult {...together.refused} done="vuelven a estar en revisión" onClose={together.read} />
        ) : null}
        {keys ? <KeysDialog onClose={() => setKeys(false)} /> : null}
      </Suspense>
    </div>
  )
}
