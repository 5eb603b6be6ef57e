import { formatBolivares, formatDollars, parseMoney } from '#platform/money.ts'
import { Icon } from '#platform/web/icon.tsx'
import { VARIANTS } from '#purchases/variants.ts'
import type { PreviousRaffle } from '#raffles/contract.ts'
import { dateLine } from '#raffles/date-line.ts'
import { numberText } from '#raffles/digits.ts'
import { Picture } from '#raffles/shop/picture.tsx'
import { TicketCard } from '#raffles/shop/ticket-card.tsx'
import { availabilityText } from '#tickets/availability-text.ts'
import { amountTexts } from '#tickets/totals.ts'
import type { HomeData, OnSale } from '../page-data.ts'
import { EmptyPlace } from './message-page.tsx'

export const CARD_SIZES = '(min-width: 1024px) min(58vw, 46rem), (min-width: 768px) 46rem, calc(100vw - 2rem)'

/** `/`: the raffles on sale as tickets, what a buyer can rely on, and the last winners. */
export function HomePage({ data }: { data: HomeData }) {
  const winners = data.previous.slice(0, 4)
  return (
    <main className="page">
      <h1 className="page-title">{data.onSale.length > 1 ? 'Rifas en venta' : 'Rifa en venta'}</h1>
      {data.onSale.length === 0 && (
        <EmptyPlace icon="ticket" title="Pronto habrá una rifa aquí" text="Ahora mismo no hay boletos en venta.">
          <a className="btn" href="/rifas-anteriores">
            Ver Rifas anteriores
          </a>
        </EmptyPlace>
      )}
      <div className="tickets">
        {data.onSale.map((onSale, index) => (
          <SaleTicket key={onSale.page} onSale={onSale} first={index === 0} />
        ))}
      </div>
      <ul className="assure">
        <li>
          <Icon name="shield" />
          <p>
            <b>Una persona revisa cada pago</b>
            Tus números se asignan al azar cuando tu pago queda confirmado.
          </p>
        </li>
        <li>
          <Icon name="clock" />
          <p>
            <b>Tus boletos quedan apartados</b>
            Tienes 10 minutos para pagar con calma desde la app de tu banco.
          </p>
        </li>
        <li>
          <Icon name="ticket" />
          <p>
            <b>Tus números, cuando quieras</b>
            Llegan a tu correo al confirmar el pago y los consultas con tu cédula.
          </p>
        </li>
      </ul>
      {winners.length > 0 && (
        <section className="winners">
          <div className="winners-head">
            <h2>Últimos ganadores</h2>
            <a className="link" href="/rifas-anteriores">
              Ver todas
            </a>
          </div>
          <ul>
            {winners.map((raffle) => (
              <WinnerRow key={raffle.id} raffle={raffle} />
            ))}
          </ul>
        </section>
      )}
    </main>
  )
}

function SaleTicket({ onSale: { page, raffle, availability }, first }: { onSale: OnSale; first: boolean }) {
  const variant = VARIANTS[page]
  const price = amountTexts(raffle, 1)
  const left = availability?.data.rifa
  return (
    <TicketCard
      image={raffle.imagen}
      sizes={CARD_SIZES}
      first={first}
      stub={
        <>
          <p className="ticket-facts">
            <b>{left && availabilityText(left.porcentaje_disponible)}</b>
            <span>
              Del <span className="num serial">{numberText(0, raffle.digitos)}</span> al{' '}
              <span className="num serial">{numberText(raffle.total_numeros - 1, raffle.digitos)}</span>
            </span>
          </p>
          <a className="btn btn-go" href={variant.path}>
            Comprar Tickets
          </a>
        </>
      }
    >
      <p className="ticket-small">Sorteo: {dateLine(raffle.fecha, variant.dateFallback)}</p>
      <h2>{raffle.titulo}</h2>
      <p className="ticket-price">
        <span className="num">{price.own}</span> por boleto
        {raffle.tasa_usd !== null && price.other && `, ${price.other}`}
      </p>
    </TicketCard>
  )
}

function WinnerRow({ raffle }: { raffle: PreviousRaffle }) {
  return (
    <li>
      <Picture image={raffle.imagen} sizes="5.5rem" />
      <p>
        <b>{raffle.titulo}</b>
        {[raffle.ganador || 'Número no vendido', dateLine(raffle.fecha, '')].filter(Boolean).join(', ')}
      </p>
      <p>
        {raffle.ganador ? 'Ganó el' : 'Salió el'}
        <span className="num serial">{raffle.numero_ganador}</span>
      </p>
    </li>
  )
}

/** `$2,00` or `Bs. 100,00`: the price of a finished raffle, in its own currency. */
export function ownPrice(raffle: Pick<PreviousRaffle, 'precio' | 'moneda'>): string {
  const price = parseMoney(raffle.precio)
  if (price === null) return ''
  return raffle.moneda === 'USD' ? formatDollars(price) : formatBolivares(price)
}
