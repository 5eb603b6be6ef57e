import { useCallback, useState } from 'react'
import { serverNow } from '#platform/panel/api.ts'
import type { BulkAnswer, BulkDecision, ReviewItem } from '../../contract.ts'
import { useBulkDecision } from '../use-decision.ts'

/** One payment of a decision over several, while it can be undone. */
interface Decided {
  id: number
  nombre: string
  /** The one that the decision left. */
  version: number
  /** Milliseconds of the server's clock. */
  until: number
}

/** The last decisions taken together. */
interface Together {
  decision: BulkDecision['decision']
  decided: Decided[]
}

/** Those that can still be undone. */
export function stillUndoable({ decided }: Together, now: number): Decided[] {
  return decided.filter(({ until }) => until > now)
}

/**
 * Keeps the decisions taken together, for as long as they can be undone, and undoes them.
 * @param onUndone called once they were, all or in part.
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
    /** Decisions that could not be undone, and why. */
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
      if (compras.length > 0 && !bulk.isPending) bulk.mutate({ body: { decision: 'deshacer', compras } })
    },
    forget,
  }
}
