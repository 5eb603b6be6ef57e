import type { CalendarDate } from '#platform/clock.ts'
import { formatRate, type Rate } from '#platform/money.ts'
import { formatShortDay } from '#platform/panel/time.ts'

interface Point {
  day: CalendarDate
  rate: Rate
}

const WIDTH = 720
const HEIGHT = 200
const LEFT = 8
const RIGHT = 64
const TOP = 14
const BOTTOM = 26

/**
 * A rate by day, as steps: it holds until the next one. Lines and labels are drawn for looking at; the table below says the same
 * to who does not see them.
 */
export function RateChart({ name, points }: { name: string; points: readonly Point[] }) {
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last) return null
  const values = points.map(({ rate }) => Number(rate))
  const [low, high] = [Math.min(...values), Math.max(...values)]
  // A rate that never moved is a line in the middle.
  const flat = high === low
  const days = points.map(({ day }) => Date.parse(day))
  const span = (days.at(-1) ?? 0) - (days[0] ?? 0) || 1
  const x = (index: number) => LEFT + (((days[index] ?? 0) - (days[0] ?? 0)) / span) * (WIDTH - LEFT - RIGHT)
  const y = (value: number) => TOP + (flat ? 0.5 : 1 - (value - low) / (high - low)) * (HEIGHT - TOP - BOTTOM)
  const line = values
    .map((value, index) => (index === 0 ? `M${x(0)} ${y(value)}` : `H${x(index).toFixed(1)}V${y(value).toFixed(1)}`))
    .join('')
  const change = ((values.at(-1) ?? 0) / (values[0] ?? 1) - 1) * 100
  const summary = `${name}: de Bs. ${formatRate(first.rate)} el ${formatShortDay(first.day)} a Bs. ${formatRate(last.rate)} el ${formatShortDay(last.day)}, ${change >= 0 ? 'sube' : 'baja'} ${Math.abs(change).toFixed(1).replace('.', ',')} %.`
  return (
    <figure className="chart">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={summary}>
        {[...new Set([high, low])].map((value) => (
          <g key={value}>
            <line x1={LEFT} x2={WIDTH - RIGHT} y1={y(value)} y2={y(value)} className="chart-grid" />
            <text x={WIDTH - RIGHT + 8} y={y(value) + 4}>
              {String(Math.round(value * 100) / 100).replace('.', ',')}
            </text>
          </g>
        ))}
        <path d={`${line}V${HEIGHT - BOTTOM}H${LEFT}Z`} className="chart-area" />
        <path d={line} className="chart-line" />
        <circle cx={x(points.length - 1)} cy={y(values.at(-1) ?? 0)} r="4" className="chart-dot" />
        <text x={LEFT} y={HEIGHT - 6}>
          {formatShortDay(first.day)}
        </text>
        <text x={WIDTH - RIGHT} y={HEIGHT - 6} textAnchor="end">
          {formatShortDay(last.day)}
        </text>
      </svg>
      <figcaption className="soft small">{summary}</figcaption>
    </figure>
  )
}
