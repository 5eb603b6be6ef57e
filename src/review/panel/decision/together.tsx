import { useCallback, useEffect, useState } from 'react'
import { byMail, mailLeaves } from '#mail/mail-leaves.ts'
import { serverNow } from '#platform/panel/api.ts'
import { BusyButton, Failure } from '#platform/panel/parts/field.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { formatCountdown, useServerClock } from '#platform/panel/time.ts'
import { STATE_NAMES } from '#purchases/state-names.ts'
import type { BulkAnswer, BulkDecision, ReviewedPurchase, ReviewItem } from '../../contract.ts'
import { useBulkDecision } from '../purchase-query.ts'
import { TellByWhatsApp } from './tell-by-whatsapp.tsx'

const DONE = { aprobar: ['aprobado', 'aprobados'], rechazar: ['rechazado', 'rechazados'], deshacer: ['', ''] } as const

/** What was just decided together, and the way back for those whose mail has not left. */
export function TogetherNote({ together }: { together: ReturnType<typeof useTogether> }) {
  const { last, forget, pending } = together
  const now = useServerClock(500)
  const open = last ? stillUndoable(last, now) : []
  const over = open.length === 0 && !pending
  useEffect(() => {
    if (over) forget()
  }, [over, forget])
  if (!last || over) return null
  const left = Math.max(0, Math.min(...open.map(({ until }) => until)) - now)
  return (
    <div className="undo row wrap apart compact">
      <p role="status">
        <strong>
          {open.length} {DONE[last.decision][open.length === 1 ? 0 : 1]}
        </strong>
      </p>
      <span className="soft small" aria-hidden="true">
        {byMail(open.length === 1 ? 'Correo en' : 'Correos en', 'Quedan')} {formatCountdown(left)}
      </span>
      <BusyButton pending={pending} onClick={together.undo}>
        <Icon name="undo" />
        {open.length === 1 ? 'Deshacer' : `Deshacer los ${open.length}`}
        <kbd>U</kbd>
      </BusyButton>
      <Failure of={together.error} />
    </div>
  )
}

/** What was just decided, and the way back while its mail has not left; where none leaves it stays, with the way to tell the buyer. */
export function UndoNote(props: { purchase: ReviewedPurchase; onUndo: () => void; onForget: () => void }) {
  const { purchase, onForget } = props
  const until = purchase.deshacible_hasta === null ? 0 : Date.parse(purchase.deshacible_hasta)
  const left = until - useServerClock(500)
  const over = left <= 0
  const done = over && mailLeaves()
  useEffect(() => {
    if (done) onForget()
  }, [done, onForget])
  if (done) return null
  return (
    <div className="undo row wrap apart compact">
      <p role="status">
        <strong>
          {purchase.nombre}: {purchase.pide === null ? STATE_NAMES[purchase.estado].toLowerCase() : 'corrección pedida'}
        </strong>
      </p>
      <TellByWhatsApp purchase={purchase} />
      {over ? (
        <button type="button" className="link small" onClick={onForget}>
          Cerrar
        </button>
      ) : (
        <>
          <span className="soft small" aria-hidden="true">
            {byMail('Correo en', 'Quedan')} {formatCountdown(left)}
          </span>
          <button type="button" className="btn" onClick={props.onUndo}>
            <Icon name="undo" />
            Deshacer
            <kbd>U</kbd>
          </button>
        </>
      )}
    </div>
  )
}

/** One payment of a decision over several, while it can be taken back. */
interface Decided {
  id: number
  nombre: string
  /** The one that the decision left. */
  version: number
  /** Milliseconds of the server's clock. */
  until: number
}

/** What was decided together last. */
interface Together {
  decision: BulkDecision['decision']
  decided: Decided[]
}

/** What of it can still be taken back. */
function stillUndoable({ decided }: Together, now: number): Decided[] {
  return decided.filter(({ until }) => until > now)
}

/**
 * Keeps what was decided together, for as long as it can be taken back, and takes it back.
 * @param onUndone once it was, all or in part.
 */
export function useTogether(onUndone: () => void) {
  const [last, setLast] = useState<Together | null>(null)
  const [refused, setRefused] = useState<{ answer: BulkAnswer; nameOf: (id: number) => string | undefined } | null>(
    null,
  )
  const bulk = useBulkDecision((answer) => {
    const nameOf = (id: number) => last?.decided.find((one) => one.id === id)?.nombre
    if (answer.resultados.some(({ hecha }) => !hecha)) setRefused({ answer, nameOf })
    setLast(null)
    onUndone()
  })
  const forget = useCallback(() => setLast(null), [])
  return {
    last,
    pending: bulk.isPending,
    error: bulk.error,
    /** What could not be taken back, and why. */
    refused,
    read: () => setRefused(null),
    remember(decision: BulkDecision['decision'], items: ReviewItem[], answer: BulkAnswer) {
      bulk.reset()
      setLast({
        decision,
        decided: items.flatMap(({ id, nombre, version }) => {
          const until = answer.resultados.find((one) => one.id === id)?.deshacible_hasta ?? null
          return until === null ? [] : [{ id, nombre, version: version + 1, until: Date.parse(until) }]
        }),
      })
    },
    undo() {
      const compras = last ? stillUndoable(last, serverNow()).map(({ id, version }) => ({ id, version })) : []
      if (compras.length > 0 && !bulk.isPending) bulk.mutate({ decision: 'deshacer', compras })
    },
    forget,
  }
}
