import { useId } from 'react'
import { Link } from 'wouter'
import { formatCount, moneyOfCents } from '#platform/money.ts'
import { formatSum } from '#purchases/panel/wording.ts'
import type { Sales } from '../home-contract.ts'

export interface SalesRow extends Sales {
  key: string
  name: string
  /** Where its purchases are listed. */
  href: string
}

/** Today's purchases shared out: name, how many, what they come to, and a bar beside the largest. */
export function SalesList(props: { title: string; currency: 'USD' | 'VES'; rows: readonly SalesRow[] }) {
  const { title, currency, rows } = props
  const id = useId()
  const sums = rows.map(sumOf)
  const most = Math.max(...sums.map(Number), 1)
  const purchases = rows.reduce((sum, row) => sum + countOf(row), 0)
  return (
    <section className="home-split" aria-labelledby={id}>
      <div className="home-heading">
        <h2 id={id}>{title}</h2>
        <span className="faint small">{purchases === 1 ? '1 compra' : `${formatCount(purchases)} compras`}</span>
      </div>
      {rows.length === 0 ? <p className="faint">Todavía ninguna hoy.</p> : null}
      <ul>
        {rows.map((row, index) => (
          <li key={row.key}>
            <Link href={row.href} className="split-row">
              <span className="split-name">{row.name}</span>
              <span className="faint">
                {formatCount(countOf(row))}
                <span className="sr"> compras,</span>
              </span>
              <strong>{formatSum(moneyOfCents(sums[index] ?? 0n), currency)}</strong>
              <span className="split-bar" aria-hidden="true">
                <span className="split-full" style={{ width: share(centsOf(row.confirmado.monto), most) }} />
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
