import { useState } from 'react'
import { useAsk } from '#access/panel/ask.ts'
import type { CalendarDate } from '#platform/clock.ts'
import { formatRate, type Rate } from '#platform/money.ts'
import { Segments } from '#platform/panel/parts/segments.tsx'
import { Waiting } from '#platform/panel/parts/states.tsx'
import { formatMoment, formatShortDay } from '#platform/panel/time.ts'
import type { PublishedReference, RateHistory, RateReference } from '../contract.ts'
import { RATE_NAMES } from '../rate-text.ts'

const WIDTH = 720
const HEIGHT = 200
const LEFT = 8
const RIGHT = 64
const TOP = 14
const BOTTOM = 26

const PUBLISHED = [
  { value: 'bcv_euro', name: 'Euro' },
  { value: 'bcv_dolar', name: 'Dólar' },
] as const

/** How BCV's rates moved in 90 days, as a picture and as a table, and the readings that were not believed. */
export function RateHistoryView({ reference }: { reference: RateReference }) {
  const history = useAsk('GET /api/panel/tasa/historia', { refetchInterval: 120_000 })
  const [chosen, setChosen] = useState<PublishedReference>(reference === 'fija' ? 'bcv_euro' : reference)
  if (!history.data) return <Waiting query={history} label="Cargando la historia" />
  const published = history.data.publicadas.filter(({ referencia }) => referencia === chosen)
  return (
    <>
      <section className="stack gap-3" aria-labelledby="tasa-historia">
        <header className="row gap-3 apart">
          <h2 id="tasa-historia">Los últimos 90 días</h2>
          <Segments label="Tasa" value={chosen} options={PUBLISHED} onChange={setChosen} />
        </header>
        {published.length < 2 ? (
          <p className="soft">
            {published.length === 0
              ? `Todavía no hay ninguna ${RATE_NAMES[chosen]}. Cuando lleguen dos, aquí se ve cómo se mueve.`
              : 'Con la próxima, aquí se ve cómo se mueve.'}
          </p>
        ) : (
          <RateChart
            name={RATE_NAMES[chosen]}
            points={published.map(({ fecha_valor, tasa }) => ({
              day: fecha_valor as CalendarDate,
              rate: tasa as Rate,
            }))}
          />
        )}
        {published.length > 0 ? <RateTable published={published} /> : null}
      </section>
      <Refused refused={history.data.rechazadas} />
    </>
  )
}

function RateTable({ published }: { published: RateHistory['publicadas'] }) {
  return (
    <details className="rates-table">
      <summary className="inline soft target press">Ver la tabla</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">Fecha valor</th>
            <th scope="col">Bs.</th>
            <th scope="col">De dónde</th>
          </tr>
        </thead>
        <tbody>
          {[...published].reverse().map(({ fecha_valor, tasa, fuente }) => (
            <tr key={fecha_valor}>
              <td>{formatShortDay(fecha_valor as CalendarDate)}</td>
              <td>{formatRate(tasa as Rate)}</td>
              <td className="faint">{fuente === 'operador' ? 'tu equipo' : fuente}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

function Refused({ refused }: { refused: RateHistory['rechazadas'] }) {
  if (refused.length === 0) return null
  return (
    <section className="stack gap-3" aria-labelledby="tasa-rechazadas">
      <h2 id="tasa-rechazadas">Lecturas que no se usaron</h2>
      <ol>
        {refused.map(({ mensaje, en, ultima_en, veces }) => (
          <li className="line-above pad-y-3" key={`${en} ${mensaje}`}>
            <p>{mensaje}</p>
            <p className="faint small">
              {formatMoment(ultima_en)}
              {veces > 1 ? ` · ${veces} veces desde ${formatMoment(en)}` : ''}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}

interface Point {
  day: CalendarDate
  rate: Rate
}

/** A rate by day, as steps: it holds until the next one. Lines and labels are for the eye; the table below has the same for screen readers. */
function RateChart({ name, points }: { name: string; points: readonly Point[] }) {
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
  const summary = `${name}: de Bs.\u00a0${formatRate(first.rate)} el ${formatShortDay(first.day)} a Bs.\u00a0${formatRate(last.rate)} el ${formatShortDay(last.day)}, ${changeText(change)}.`
  return (
    <figure className="rates-chart stack">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={summary}>
        {[...new Set([high, low])].map((value) => (
          <g key={value}>
            <line x1={LEFT} x2={WIDTH - RIGHT} y1={y(value)} y2={y(value)} className="rates-chart-grid" />
            <text x={WIDTH - RIGHT + 8} y={y(value) + 4}>
              {String(Math.round(value * 100) / 100).replace('.', ',')}
            </text>
          </g>
        ))}
        <path d={`${line}V${HEIGHT - BOTTOM}H${LEFT}Z`} className="rates-chart-area" />
        <path d={line} className="rates-chart-line" />
        <circle cx={x(points.length - 1)} cy={y(values.at(-1) ?? 0)} r="4" className="rates-chart-dot" />
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

/** `sube 1,2 %` */
function changeText(percent: number): string {
  const size = Math.abs(percent).toFixed(1)
  return size === '0.0' ? 'sin cambio' : `${percent > 0 ? 'sube' : 'baja'} ${size.replace('.', ',')} %`
}
