import { useState } from 'react'
import { useAsk } from '#access/panel/ask.ts'
import type { CalendarDate } from '#platform/clock.ts'
import { formatRate, type Rate } from '#platform/money.ts'
import { Segments } from '#platform/panel/parts/segments.tsx'
import { Waiting } from '#platform/panel/parts/states.tsx'
import { formatMoment, formatShortDay } from '#platform/panel/time.ts'
import type { PublishedReference, RateHistory, RateReference } from '../contract.ts'
import { RATE_NAMES } from '../rate-text.ts'

const PUBLISHED = [
  { value: 'bcv_euro', name: 'Euro' },
  { value: 'bcv_dolar', name: 'Dólar' },
] as const

/** How BCV's rates moved in 90 days, in a line and as a table, and the readings that were not believed. */
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
        <p className="soft">
          {published.length === 0
            ? `Todavía no hay ninguna ${RATE_NAMES[chosen]}. Cuando lleguen dos, aquí se ve cómo se mueve.`
            : moveText(published)}
        </p>
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

/** `De Bs. 36,10 el 3 mar a Bs. 36,50 el 4 mar: sube 1,1 %.` @param published at least one, the oldest first */
function moveText(published: RateHistory['publicadas']): string {
  const [first, last] = [published[0], published.at(-1)].map((one) => ({
    rate: Number(one?.tasa),
    told: `Bs.\u00a0${formatRate(one?.tasa as Rate)} el ${formatShortDay(one?.fecha_valor as CalendarDate)}`,
  }))
  if (!first || !last || published.length < 2) return 'Con la próxima, aquí se ve cómo se mueve.'
  const change = (last.rate / first.rate - 1) * 100
  const size = Math.abs(change).toFixed(1).replace('.', ',')
  return `De ${first.told} a ${last.told}: ${size === '0,0' ? 'sin cambio' : `${change > 0 ? 'sube' : 'baja'} ${size} %`}.`
}
