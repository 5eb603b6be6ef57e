import { Link } from 'wouter'
import { PAGE_PATHS } from '#payment-methods/method-lines.ts'
import { formatDay, parseDay } from '#platform/clock.ts'
import { formatMoney, parseMoney } from '#platform/money.ts'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { StockBar } from '#platform/panel/parts/stock-bar.tsx'
import { imageAddress, nearestWidth } from '../../image-set.ts'
import type { PanelRaffleRow } from '../../panel-contract.ts'
import { RaffleStateMark } from '../raffle-state-mark.tsx'

/** A raffle of the list: what it is, where it is shown, and how its tickets are shared out. */
export function RaffleRow({ raffle }: { raffle: PanelRaffleRow }) {
  const price = parseMoney(raffle.precio)
  const day = parseDay(raffle.fecha)
  const facts = [
    price === null ? '' : formatMoney(price, raffle.moneda),
    ...raffle.paginas.map((page) => PAGE_PATHS[page]),
    day ? `Sorteo: ${formatDay(day)}` : '',
  ].filter(Boolean)
  return (
    <li className="raffle-row">
      <Thumbnail raffle={raffle} />
      <div className="raffle-row-what">
        <Link href={`/rifas/${raffle.id}`} className="raffle-row-link">
          {raffle.titulo}
        </Link>
        <p className="raffle-row-facts">
          <RaffleStateMark estado={raffle.estado} />
          <span>{facts.join(' · ')}</span>
        </p>
      </div>
      <StockBar shares={raffle.ventas} total={raffle.total_numeros} />
    </li>
  )
}

function Thumbnail({ raffle: { imagen } }: { raffle: PanelRaffleRow }) {
  return imagen ? (
    <img className="raffle-thumb" src={imageAddress(imagen, nearestWidth(imagen, 360), 'webp')} alt="" loading="lazy" />
  ) : (
    <span className="raffle-thumb raffle-thumb-none">
      <Icon name="picture" />
    </span>
  )
}
