import { useId, useState } from 'react'
import { Link } from 'wouter'
import { METHOD_NAMES } from '#payment-methods/methods.ts'
import type { CalendarDate } from '#platform/clock.ts'
import { counted, formatCount, moneyOfCents } from '#platform/money.ts'
import { useWide } from '#platform/panel/device.ts'
import { ButtonLink } from '#platform/panel/parts/button.tsx'
import { Segments } from '#platform/panel/parts/segments.tsx'
import { formatShortDay } from '#platform/panel/time.ts'
import { formatSum } from '#purchases/panel/wording.ts'
import { ownPath } from '#raffles/raffle-path.ts'
import type { CurrencySales, Home, Sales } from '../home-contract.ts'
import { HOME_DAYS } from '../limits.ts'
import './day-chart.css'

const CURRENCY_NAMES = { USD: 'En $', VES: 'En Bs.' } as const

/** Sales: today's figure, the days as bars, today by method and by raffle. */
export function HomeSales({ home }: { home: Home }) {
  const [wanted, setWanted] = useState<'USD' | 'VES' | null>(null)
  const wide = useWide()
  const [days, setDays] = useState<'7' | '14' | null>(null)
  const sales = home.ventas.find(({ moneda }) => moneda === wanted) ?? home.ventas[0]
  if (!sales) return <NoSales home={home} />
  const { moneda } = sales
  const shown = Number(days ?? (wide ? HOME_DAYS : 7))
  const reported = ({ confirmado, en_revision }: CurrencySales['dias'][number]) =>
    confirmado.cuantas + en_revision.cuantas
  const [yesterday, today] = sales.dias.slice(-2)
  return (
    <>
      <section className="home-sales" aria-labelledby="ventas">
        <div className="gap-1-3 row wrap apart">
          <h2 id="ventas">Ventas de hoy</h2>
          <div className="flow wrap">
            {home.ventas.length > 1 ? (
              <Segments
                label="Moneda"
                value={moneda}
                options={home.ventas.map((one) => ({ value: one.moneda, name: CURRENCY_NAMES[one.moneda] }))}
                onChange={setWanted}
              />
            ) : null}
            <Segments
              label="Días"
              value={String(shown) as '7' | '14'}
              options={[
                { value: '7', name: '7 d' },
                { value: '14', name: '14 d' },
              ]}
              onChange={setDays}
            />
          </div>
        </div>
        {today && yesterday ? (
          <p className="flow gap-x-3 wrap baseline">
            <span className="home-figure whole tight strong">{formatSum(today.confirmado.monto, moneda)}</span>
            <span className="soft">
              confirmado
              {today.en_revision.cuantas > 0 ? ` · ${formatSum(today.en_revision.monto, moneda)} en revisión` : ''} ·{' '}
              {reported(today) === 1 ? '1 compra' : `${reported(today)} compras`} · ayer{' '}
              {formatSum(yesterday.confirmado.monto, moneda)}
            </span>
          </p>
        ) : null}
        <DayChart days={sales.dias.slice(-shown)} currency={moneda} />
      </section>
      <div className="home-today">
        <SalesList
          title="Hoy por método"
          currency={moneda}
          rows={sales.metodos.map((row) => ({
            ...row,
            key: row.metodo ?? 'ninguno',
            name:
              row.metodo === null ? 'Sin indicar' : row.metodo === 'efectivo' ? 'Efectivo' : METHOD_NAMES[row.metodo],
            href: `/compras?metodo=${row.metodo ?? 'ninguno'}&desde=${home.hoy}&hasta=${home.hoy}`,
          }))}
        />
        {sales.rifas.length > 1 ? (
          <SalesList
            title="Hoy por rifa"
            currency={moneda}
            rows={sales.rifas.map((row) => ({
              ...row,
              key: String(row.id),
              name: row.titulo,
              href: `/compras?rifa=${row.id}&desde=${home.hoy}&hasta=${home.hoy}`,
            }))}
          />
        ) : null}
      </div>
    </>
  )
}

function NoSales({ home }: { home: Home }) {
  const selling = home.rifas.find(({ estado }) => estado === 'publicada')
  const path =
    selling?.paginas[0] === 'B' ? '/rifa1' : selling?.paginas[0] === 'A' ? '/rifa' : ownPath(selling?.id ?? 0)
  return (
    <section className="home-whole" aria-labelledby="ventas">
      <h2 id="ventas">Ventas</h2>
      <p className="soft">
        Sin ventas en los últimos {HOME_DAYS} días. Aquí verás lo confirmado por día, por método y por rifa.
      </p>
      {selling ? (
        <p className="soft">
          Tus compradores llegan por el enlace:{' '}
          <ButtonLink out look="link" text={`${location.host}${path}`} href={path} />
        </p>
      ) : (
        <p>
          <ButtonLink look="link" text="Ver las rifas" href="/rifas" />
        </p>
      )}
    </section>
  )
}

interface SalesRow extends Sales {
  key: string
  name: string
  /** Where its purchases are listed. */
  href: string
}

/** Shares of today's purchases: name, number, sum, and a bar relative to the largest. */
function SalesList(props: { title: string; currency: 'USD' | 'VES'; rows: readonly SalesRow[] }) {
  const { title, currency, rows } = props
  const id = useId()
  const sums = rows.map(sumOf)
  const most = Math.max(...sums.map(Number), 1)
  const purchases = rows.reduce((sum, row) => sum + countOf(row), 0)
  return (
    <section className="home-split stack" aria-labelledby={id}>
      <div className="gap-1-3 row wrap apart">
        <h2 id={id}>{title}</h2>
        <span className="faint small">{counted(purchases, 'compra')}</span>
      </div>
      {rows.length === 0 ? <p className="faint">Todavía ninguna hoy.</p> : null}
      <ul>
        {rows.map((row, index) => (
          <li key={row.key}>
            <Link href={row.href} className="split-row gap-1-4 grid round middle control-high pad-1-2 bare lit">
              <span className="split-name cut">{row.name}</span>
              <span className="faint">
                {formatCount(countOf(row))}
                <span className="sr">{countOf(row) === 1 ? ' compra,' : ' compras,'}</span>
              </span>
              <strong className="whole text-end">{formatSum(moneyOfCents(sums[index] ?? 0n), currency)}</strong>
              <span className="split-bar whole-grid raised clip flow" aria-hidden="true">
                <span className="calm" style={{ width: share(centsOf(row.confirmado.monto), most) }} />
                <span className="split-waits" style={{ width: share(centsOf(row.en_revision.monto), most) }} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function countOf({ confirmado, en_revision }: Sales): number {
  return confirmado.cuantas + en_revision.cuantas
}

function sumOf({ confirmado, en_revision }: Sales): bigint {
  return centsOf(confirmado.monto) + centsOf(en_revision.monto)
}

/** The server writes two decimals always. */
function centsOf(amount: string): bigint {
  return BigInt(amount.replace('.', ''))
}

function share(cents: bigint, most: number): string {
  return `${(Number(cents) / most) * 100}%`
}

type Day = CurrencySales['dias'][number]

/** One bar a day: the confirmed part, and on top of it the part in review. The drawing is decoration: the same figures are in the table below it. */
function DayChart({ days, currency }: { days: readonly Day[]; currency: 'USD' | 'VES' }) {
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
