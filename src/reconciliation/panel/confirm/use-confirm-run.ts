import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { refresh } from '#access/panel/ask.ts'
import { readFailure } from '#platform/panel/api.ts'
import type { ExactBatchAnswer, Suggestion } from '../../contract.ts'
import { isUnknown, MONEY_SHOWN } from '../shown-money.ts'

/** Sent at a time: so many are decided well before an answer is given up, on a slow line too. The contract takes ten times as many. */
const PORTION = 50

/** Confirms some pairs: the operation is of a room below, which gives it. */
export type Confirm = (
  pares: { compra_id: number; version: number; movimiento_id: number }[],
) => Promise<ExactBatchAnswer>

/** How far confirming has come. */
export interface ConfirmRun {
  total: number
  confirmed: ExactBatchAnswer['confirmadas']
  failed: ExactBatchAnswer['fallidas']
  /** Of the portion whose answer never came: nobody here knows whether they were confirmed. */
  unknown: number
  going: boolean
  /** Why it stopped before the end; empty when it did not. */
  stopped: string
}

/**
 * Confirms pairs as they were shown, a portion at a time, and shows each result. An interrupted run continues with the portion that
 * had no answer: the server knows its earlier confirmations and confirms nothing twice.
 */
export function useConfirmRun(confirm: Confirm) {
  const client = useQueryClient()
  const [run, setRun] = useState<ConfirmRun | null>(null)
  const stop = useRef(false)
  // A second tap comes before the first has been drawn.
  const busy = useRef(false)
  useEffect(
    () => () => {
      stop.current = true
    },
    [],
  )

  async function go(lines: readonly Suggestion[], before: ConfirmRun | null): Promise<void> {
    if (busy.current) return
    busy.current = true
    stop.current = false
    const total = lines.length
    let { confirmed, failed } = before ?? { confirmed: [], failed: [] }
    const told = () => confirmed.length + failed.length
    let stopped = ''
    let unknown = 0
    setRun({ total, confirmed, failed, unknown, going: true, stopped })
    while (told() < total && !stop.current) {
      const portion = lines.slice(told(), told() + PORTION)
      try {
        const answer = await confirm(
          portion.map(({ compra, movimiento }) => ({
            compra_id: compra.id,
            version: compra.version,
            movimiento_id: movimiento.id,
          })),
        )
        confirmed = [...confirmed, ...answer.confirmadas]
        failed = [...failed, ...answer.fallidas]
        setRun({ total, confirmed, failed, unknown, going: told() < total, stopped })
      } catch (error) {
        const { title, details } = readFailure(error)
        stopped = `${title}. ${details}`
        unknown = isUnknown(error) ? portion.length : 0
        break
      }
    }
    if (stopped === '' && told() < total) stopped = 'Lo detuviste.'
    busy.current = false
    setRun({ total, confirmed, failed, unknown, going: false, stopped })
    void refresh(client, MONEY_SHOWN)
  }

  return {
    run,
    start: (lines: readonly Suggestion[]) => void go(lines, null),
    goOn: (lines: readonly Suggestion[]) => void go(lines, run),
    halt: () => {
      stop.current = true
    },
  }
}
