import { useId, useState } from 'react'
import { Link } from 'wouter'
import { METHOD_NAMES } from '#payment-methods/methods.ts'
import { counted, formatCount, moneyOfCents } from '#platform/money.ts'
import { useWide } from '#platform/panel/device.ts'
import { ButtonLink } from '#platform/panel/parts/button.tsx'
import { Segments } from '#platform/panel/parts/segments.tsx'
import { formatSum } from '#purchases/panel/wording.ts'
import { ownPath } from '#raffles/raffle-path.ts'
import type { CurrencySales, Home, Sales } from '../home-contract.ts'
import { HOME_DAYS } from '../limits.ts'
import { DayChart } from './day-chart.tsx'

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
