import { useEffect, useState } from 'react'
import type { PaymentMethod } from '#payment-methods/contract.ts'
import { type PaymentRow, paymentRows } from '#payment-methods/payment-rows.ts'
import { CopyButton } from '#platform/web/copy-button.tsx'
import { keepCopied, readKept } from '../form/draft.ts'

/** A value that is longer than this, in characters, is printed smaller so that it keeps to one line. */
const LONG_VALUE = 17

/**
 * Where to pay, each value with its copy button. What was copied is folded away, to be opened again, when the page is come back to from
 * the bank's app: never under a finger, or the next press would copy another value.
 */
export function DataRows({ method, raffleId }: { method: PaymentMethod; raffleId: number }) {
  const copied = () => readKept(raffleId).copied ?? []
  const [folded, setFolded] = useState(copied)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it reads is kept elsewhere.
  useEffect(() => {
    const back = () => document.hidden || setFolded(copied())
    document.addEventListener('visibilitychange', back)
    return () => document.removeEventListener('visibilitychange', back)
  }, [])

  const rows = paymentRows(method)
  const list = (away: boolean) => {
    const some = rows.filter((row) => folded.includes(row.copied) === away)
    const drawn = some[0] && (
      <dl className="rows">
        {some.map((row) => (
          <Row key={row.label} row={row} onCopy={() => keepCopied(raffleId, row.copied)} />
        ))}
      </dl>
    )
    return drawn && away ? (
      <details className="copied">
        <summary>Ya copiaste: {some.map((row) => row.label.toLowerCase()).join(', ')}</summary>
        {drawn}
      </details>
    ) : (
      drawn
    )
  }
  return (
    <>
      {list(false)}
      {list(true)}
    </>
  )
}

function Row({ row, onCopy }: { row: PaymentRow; onCopy: () => void }) {
  return (
    <div data-long={row.shown.length > LONG_VALUE || undefined}>
      <dt>{row.label}</dt>
      <dd>{row.shown}</dd>
      <dd>
        <CopyButton text={row.copied} what={row.label.toLowerCase()} onCopy={onCopy} />
      </dd>
    </div>
  )
}
