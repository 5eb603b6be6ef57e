import type { CalendarDate } from '#platform/clock.ts'
import { formatCount } from '#platform/money.ts'
import { formatShortDay } from '#platform/panel/time.ts'
import { formatSum } from '#purchases/panel/wording.ts'
import type { CurrencySales } from '../home-contract.ts'
import './day-chart.css'

type Day = CurrencySales['dias'][number]

/** One bar a day: the confirmed part, and on top of it the part in review. The drawing is decoration: the same figures are in the table below it. */
export function DayChart({ days, currency }: { days: readonly Day[]; currency: 'USD' | 'VES' }) {
  // Only the height of a bar is reckoned with binary numbers; every figure is shown as it came.
  const heights = days.map(
    ({ confirmado, en_revision }) => [Number(confirmado.monto), Number(en_revision.monto)] as const,
  )
  const marks = niceScale(Math.max(...heights.map(([confirmed, waiting]) => confirmed + waiting)))
  const top = marks.at(-1) ?? 1
  return (
    <figure className="chart stack">
      <div className="chart-field anchor">
        <svg viewBox={`0 0 ${days.length * 10} 100`} preserveAspectRatio="none" aria-hidden="true">
          {marks.map((mark) => (
            <line
              key={mark}
              className="chart-line"
              x1="0"
              x2={days.length * 10}
              y1={100 - (mark / top) * 100}
              y2={100 - (mark / top) * 100}
            />
          ))}
          {days.map(({ dia }, index) => {
            const [confirmed = 0, waiting = 0] = heights[index] ?? []
            const [full, open] = [(confirmed / top) * 100, (waiting / top) * 100]
            return (
              <g key={dia} className={index === days.length - 1 ? 'chart-today' : ''}>
                <rect className="chart-bar" x={index * 10 + 2} width="6" y={100 - full} height={full} />
                <rect className="chart-waits" x={index * 10 + 2} width="6" y={100 - full - open} height={open} />
              </g>
            )
          })}
        </svg>
        <ol className="chart-marks apart text-end column small faint" aria-hidden="true">
          {[...marks].reverse().map((mark) => (
            <li key={mark}>{shortSum(mark, currency)}</li>
          ))}
        </ol>
      </div>
      <ol
        className="chart-days grid text-centre small faint"
        aria-hidden="true"
        style={{ gridTemplateColumns: `repeat(${days.length}, 1fr)` }}
      >
        {days.map(({ dia }, index) => (
          <li key={dia}>{index === days.length - 1 ? 'hoy' : dayLabel(dia, index)}</li>
        ))}
      </ol>
      <p className="row small soft" aria-hidden="true">
        <span className="key calm" /> confirmado <span className="key chart-key-waits" /> en revisión
      </p>
      <details className="chart-table scrolls-x">
        <summary className="inline control-high underlined press soft compact">Ver como tabla</summary>
        <table>
          <caption className="sr">Ventas por día</caption>
          <thead>
            <tr>
              <th scope="col">Día</th>
              <th scope="col">Compras</th>
              <th scope="col">Confirmado</th>
              <th scope="col">En revisión</th>
            </tr>
          </thead>
          <tbody>
            {[...days].reverse().map(({ dia, confirmado, en_revision }) => (
              <tr key={dia}>
                <th scope="row">{formatShortDay(dia as CalendarDate)}</th>
                <td>{confirmado.cuantas + en_revision.cuantas}</td>
                <td>{formatSum(confirmado.monto, currency)}</td>
                <td>{formatSum(en_revision.monto, currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}

/** The month where it begins, `30 may`, then days alone. */
function dayLabel(dia: string, index: number): string {
  return index === 0 || dia.endsWith('-01') ? formatShortDay(dia as CalendarDate) : String(Number(dia.slice(8)))
}

/** `$1.200`, `Bs. 2,5 M`: a round mark of the axis, short. */
function shortSum(mark: number, currency: 'USD' | 'VES'): string {
  const sign = currency === 'USD' ? '$' : 'Bs.\u00a0'
  if (mark >= 1_000_000) return `${sign}${String(mark / 1_000_000).replace('.', ',')}\u00a0M`
  return `${sign}${Number.isInteger(mark) ? formatCount(mark) : String(mark).replace('.', ',')}`
}

/**
 * Round marks for an axis from 0 to at least `most`: three or four steps of 1, 2, 2.5 or 5 times a power of ten.
 * @returns the marks from 0 up; only 0 and 1 when there is nothing to show.
 */
export function niceScale(most: number): number[] {
  if (!(most > 0)) return [0, 1]
  const power = 10 ** Math.floor(Math.log10(most / 3))
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => size * 4 >= most) ?? 10 * power
  const marks = [0]
  while ((marks.at(-1) ?? 0) < most) marks.push(marks.length * step)
  return marks
}
