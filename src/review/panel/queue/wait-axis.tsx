import { formatWait } from '#platform/panel/time.ts'
import type { ReviewItem } from '../../contract.ts'
import { LATE_AFTER } from '../../late.ts'
import './queue.css'

const QUARTER = 15 * 60_000
/** On a longer axis the half hour is too near 'ahora' to be named. */
const NAMED = 8 * QUARTER

/** Waiting as a picture: one tick per payment on an axis of time, those that wait too long in the accent. */
export function WaitAxis({ items, now }: { items: ReviewItem[]; now: number }) {
  const waits = items.map((item) => Math.max(0, now - Date.parse(item.en_revision_desde)))
  const longest = Math.max(...waits, 0)
  const span = Math.max(3 * QUARTER, Math.ceil(longest / QUARTER) * QUARTER)
  const place = (wait: number) => `${(1 - wait / span) * 100}%`
  return (
    <figure className="axis stack" aria-hidden="true">
      <div className="axis-band anchor">
        {span > LATE_AFTER ? <span className="axis-late" style={{ width: place(LATE_AFTER) }} /> : null}
        {items.map((item, index) => {
          const wait = waits[index] ?? 0
          return (
            <span
              key={item.id}
              className={wait > LATE_AFTER ? 'axis-tick axis-tick-late' : 'axis-tick'}
              style={{ left: place(wait) }}
            />
          )
        })}
      </div>
      <figcaption className="axis-scale flow gap-0 apart anchor small faint">
        <span>{formatWait(span)}</span>
        {span <= NAMED ? <span style={{ left: place(LATE_AFTER) }}>30 min</span> : null}
        <span>ahora</span>
      </figcaption>
    </figure>
  )
}
