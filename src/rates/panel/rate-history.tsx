import { useState } from 'react'
import type { CalendarDate } from '#platform/clock.ts'
import { formatRate, type Rate } from '#platform/money.ts'
import { Bone, FailedState, Loading } from '#platform/panel/parts/states.tsx'
import { formatMoment, formatShortDay } from '#platform/panel/time.ts'
import type { PublishedReference, RateHistory, RateReference } from '../contract.ts'
import { RATE_NAMES } from '../rate-names.ts'
import { RateChart } from './rate-chart.tsx'
import { useRateHistory } from './rate-query.ts'

const PUBLISHED: readonly PublishedReference[] = ['bcv_euro', 'bcv_dolar']

/** How BCV's rates moved in 90 days, as a picture and as a table, and the readings that were not believed. */
export function RateHistoryView({ reference }: { reference: RateReference }) {
  const history = useRateHistory()
  const [chosen, setChosen] = useState<PublishedReference>(reference === 'fija' ? 'bcv_euro' : reference)
  if (history.isPending) {
    return (
      <Loading label="Cargando la historia">
        <Bone height="12rem" />
      </Loading>
    )
  }
  if (!history.data) return <FailedState error={history.error} onRetry={() => void history.refetch()} />
  const published = history.data.publicadas.filter(({ referencia }) => referencia === chosen)
  return (
    <>
      <section className="rates-history" aria-labelledby="tasa-historia">
        <header>
          <h2 id="tasa-historia">Los últimos 90 días</h2>
          <fieldset className="segments" aria-label="Tasa">
            {PUBLISHED.map((each) => (
              <button key={each} type="button" aria-pressed={each === chosen} onClick={() => setChosen(each)}>
                {each === 'bcv_euro' ? 'Euro' : 'Dólar'}
              </button>
            ))}
          </fieldset>
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
      <summary>Ver la tabla</summary>
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
    <section className="rates-refused" aria-labelledby="tasa-rechazadas">
      <h2 id="tasa-rechazadas">Lecturas que no se usaron</h2>
      <ol>
        {refused.map(({ mensaje, en, ultima_en, veces }) => (
          <li key={`${en} ${mensaje}`}>
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
