import { Link, useLocation, useSearch } from 'wouter'
import { useAsk } from '#access/panel/ask.ts'
import { formatDay, parseDay } from '#platform/clock.ts'
import { counted, formatCount } from '#platform/money.ts'
import { BackHead } from '#platform/panel/parts/icon.tsx'
import { Segments } from '#platform/panel/parts/segments.tsx'
import { EmptyState, StaleNotice, Waiting } from '#platform/panel/parts/states.tsx'
import type { SellersDay } from '../../sale-contract.ts'
import { formatSum } from '../wording.ts'
import './sell.css'
import { addDays, dayInCaracas, type Instant } from '#platform/clock.ts'
import { serverNow } from '#platform/panel/api.ts'

/** Spans to choose from, by the days before today on which they begin. */
const SPANS = [
  { value: 'hoy', name: 'Hoy', from: 0 },
  { value: '7', name: '7 días', from: 6 },
  { value: '30', name: '30 días', from: 29 },
] as const
type Span = (typeof SPANS)[number]['value']

/** `?dias=7` of the address; a week by default. */
function readSpan(search: string): Span {
  const asked = new URLSearchParams(search).get('dias')
  return SPANS.find(({ value }) => value === asked)?.value ?? '7'
}

/** The days of a span, as the call takes them. */
function daysOf(span: Span): { desde: string; hasta: string } {
  const hasta = dayInCaracas(serverNow() as Instant)
  const { from } = SPANS.find(({ value }) => value === span) ?? SPANS[1]
  return { desde: addDays(hasta, -from), hasta }
}

/** The purchases that one person sold on one day. */
function soldThen(vendedor: number, dia: string): string {
  return `/compras?${new URLSearchParams({ vendedor: String(vendedor), desde: dia, hasta: dia })}`
}

/** Each person's sales by hand on each day, and the cash that they hand over. */
export function SellersScreen() {
  const search = useSearch()
  const [, navigate] = useLocation()
  const sellers = useAsk('GET /api/panel/compras/vendedores', {
    query: daysOf(readSpan(search)),
    refetchInterval: 30_000,
  })
  return (
    <div className="page">
      <BackHead to="/compras" back="Volver a las compras" title="Vendedores" />
      <Segments
        label="Días"
        value={readSpan(search)}
        options={SPANS}
        onChange={(dias) => navigate(`/compras/vendedores?dias=${dias}`, { replace: true })}
      />
      {sellers.data ? (
        <>
          <StaleNotice query={sellers} />
          {sellers.data.dias.length === 0 ? (
            <EmptyState icon="people" title="Nadie vendió a mano en esos días">
              <p>Aquí queda quién vendió, cuánto, y el efectivo que tiene que entregar.</p>
            </EmptyState>
          ) : (
            [...Map.groupBy(sellers.data.dias, ({ dia }) => dia)].map(([dia, rows]) => (
              <Day key={dia} dia={dia} rows={rows} />
            ))
          )}
        </>
      ) : (
        <Waiting query={sellers} label="Sumando las ventas" />
      )}
    </div>
  )
}

function Day({ dia, rows }: { dia: string; rows: SellersDay[] }) {
  const day = parseDay(dia)
  return (
    <section className="stack" aria-labelledby={`dia-${dia}`}>
      <h3 id={`dia-${dia}`} className="subheading">
        {day ? formatDay(day) : dia}
      </h3>
      <ul className="card card-wide lines">
        {rows.map((row) => (
          <li key={row.vendedor.id}>
            <Link
              href={soldThen(row.vendedor.id, dia)}
              className="row wrap apart gap-1-4 tall pad-2-4 bare lit ring-in"
            >
              <span className="grid">
                <strong>{row.vendedor.nombre}</strong>
                <span className="faint small">
                  {counted(row.ventas, 'venta')} · {counted(row.boletos, 'boleto')}
                  {row.en_revision === 0 ? '' : ` · ${formatCount(row.en_revision)} en revisión`}
                </span>
              </span>
              <span className="to-end from-end grid">
                <span className="faint small">Efectivo</span>
                {row.efectivo.length === 0 ? (
                  <span className="faint">Nada</span>
                ) : (
                  row.efectivo.map(({ moneda, monto }) => (
                    <strong key={moneda} className="whole">
                      {formatSum(monto, moneda)}
                    </strong>
                  ))
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
