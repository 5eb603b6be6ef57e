import { useRef, useState } from 'react'
import type { PurchaseAnswer } from '../../contract.ts'
import type { Outcome } from './send-report.ts'
import { type Report, sendUntilAnswered } from './send-until-answered.ts'

/** The processing dialog is seen at least this long before the success (specification, section 9). */
const SHORTEST_PROCESSING = 3000

/**
 * Sends the report; `onAccepted` gets the answer as soon as it comes, before the shortest processing is over. `progress` is null
 * while nothing is being sent, else the part of the upload that is done.
 */
export function useReport(): {
  progress: number | null
  send: (report: Report, onAccepted: (answer: Partial<PurchaseAnswer>) => void) => Promise<Outcome>
} {
  const [progress, setProgress] = useState<number | null>(null)
  const running = useRef(false)

  async function send(report: Report, onAccepted: (answer: Partial<PurchaseAnswer>) => void): Promise<Outcome> {
    if (running.current) return { kind: 'lost' }
    running.current = true
    setProgress(0)
    const shown = new Promise((resolve) => setTimeout(resolve, SHORTEST_PROCESSING))
    try {
      const outcome = await sendUntilAnswered(report, setProgress)
      if (outcome.kind === 'accepted') onAccepted(outcome.answer)
      await shown
      return outcome
    } finally {
      running.current = false
      setProgress(null)
    }
  }
  return { progress, send }
}
