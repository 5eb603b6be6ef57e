import { formatCount } from '../../money.ts'
import './parts.css'

/** How the tickets of a raffle are shared out; the four add up to all of them. */
export interface StockShares {
  confirmados: number
  en_revision: number
  apartados: number
  libres: number
}

const SHARES: readonly [share: keyof StockShares, name: string][] = [
  ['confirmados', 'confirmados'],
  ['en_revision', 'en revisión'],
  ['apartados', 'apartados'],
  ['libres', 'libres'],
]

/** One bar of all tickets, each share distinct by colour, pattern and its figure below. A small share is still visible, none is left out. */
export function StockBar({ shares, total }: { shares: StockShares; total: number }) {
  return (
    <div className="stock grid gap-2 shrinks">
      <div className="shares" aria-hidden="true">
        {SHARES.map(([share]) =>
          shares[share] > 0 ? (
            <span key={share} className={`stock-${share}`} style={{ flexGrow: shares[share] / total }} />
          ) : null,
        )}
      </div>
      <dl className="stock-legend wrap soft small">
        {SHARES.filter(([share]) => shares[share] > 0 || share === 'libres').map(([share, name]) => (
          <div key={share}>
            <dt>
              <span className={`key stock-${share}`} aria-hidden="true" />
              <span className="stock-name">{share === 'libres' ? `${name} de ${formatCount(total)}` : name}</span>
            </dt>
            <dd>{formatCount(shares[share])}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
