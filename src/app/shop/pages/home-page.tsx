import { Fragment } from 'react'
import type { FinishedRaffle } from '#draw/contract.ts'
import { drawLine } from '#draw/describe-rule.ts'
import type { DrawDocument } from '#draw/document.ts'
import { prizeWinner } from '#draw/shop/prize-winner.ts'
import { readStep } from '#draw/steps.ts'
import { byMail } from '#mail/mail-leaves.ts'
import type { SalesPage } from '#payment-methods/contract.ts'
import { formatBolivares, formatDollars, parseMoney } from '#platform/money.ts'
import { Icon } from '#platform/web/icon.tsx'
import { VARIANTS } from '#purchases/variants.ts'
import type { PreviousRaffle, RaffleAnswer } from '#raffles/contract.ts'
import { DRAWN, dateLine } from '#raffles/date-line.ts'
import { numberText } from '#raffles/digits.ts'
import { Picture } from '#raffles/shop/picture.tsx'
import { RaffleTitle, TicketCard } from '#raffles/shop/ticket-card.tsx'
import type { SiteSettings } from '#site/contract.ts'
import { availabilityText } from '#tickets/availability-text.ts'
import { HOLD_SECONDS } from '#tickets/quantity.ts'
import { amountTexts } from '#tickets/totals.ts'
import type { HomeData, OnSale } from '../../page-data.ts'
import { NothingOnSale } from './message-page.tsx'
import { type SalesState, salesState } from './sales-state.ts'

export const CARD_SIZES = '(min-width: 1024px) min(64vw, 49rem), calc(100vw - 2rem)'

interface Props {
  data: HomeData
  site: SiteSettings
  /** Whether tickets wait while somebody pays: not known of another host's. */
  holds: boolean
}

/** `/`: the raffles on sale as tickets, the shop's promises to buyers, and the last winners. */
export function HomePage({ data, site, holds }: Props) {
  const winners = data.finished.slice(0, 4)
  const sold = data.onSale.filter(({ raffle }) => raffle.estado !== 'cerrada')
  const waiting = data.onSale.filter(({ raffle }) => raffle.estado === 'cerrada')
  const parts = [
    { title: sold.length > 1 ? 'Rifas en venta' : 'Rifa en venta', raffles: sold },
    { title: 'Por sortear', raffles: waiting },
  ].filter(({ raffles }) => raffles.length > 0)
  return (
    <main className="page">
      {parts.length === 0 ? <NothingOnSale site={site} drawn={winners.length > 0} /> : null}
      {parts.map(({ title, raffles }, part) => {
        const Title = part === 0 ? 'h1' : 'h2'
        return (
          <Fragment key={title}>
            <Title className="page-title">{title}</Title>
            <div className="tickets">
              {raffles.map((onSale, index) => (
                <SaleTicket key={onSale.raffle.id} onSale={onSale} first={part === 0 && index === 0} />
              ))}
            </div>
          </Fragment>
        )
      })}
      <ul className="assure">
        <li>
          <Icon name="shield" />
          <p>
            <b>Una persona revisa cada pago</b>
            Tus números quedan a tu nombre cuando tu pago se confirma.
          </p>
        </li>
        <li>
          <Icon name="clock" />
          <p>
            <b>{holds ? 'Tus boletos quedan apartados' : 'Pagas sin apuro'}</b>
            Tienes {HOLD_SECONDS / 60} minutos para pagar con calma desde la app de tu banco.
          </p>
        </li>
        <li>
          <Icon name="ticket" />
          <p>
            <b>Tus números, cuando quieras</b>
            {byMail(
              'Te llegan por correo cuando confirmamos tu pago, y los',
              'Cuando confirmamos tu pago los ves en tu enlace, y los',
            )}{' '}
            consultas con tu cédula.
          </p>
        </li>
      </ul>
      {winners.length > 0 && (
        <section className="winners">
          <div className="winners-head">
            <h2>Últimos ganadores</h2>
            <a className="link" href="/rifas-anteriores">
              Rifas anteriores
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

const OVER: Partial<Record<SalesState, string>> = {
  'sold-out': 'Agotada',
  'too-few': 'Agotada',
  paused: 'Ventas en pausa',
  closed: 'Ventas cerradas',
}

/**
 * When a raffle is drawn: on the day that its owner has announced, unless that was put off; else by its rule, or, without a rule, by its page's
 * default.
 */
export function drawWhen(
  { fecha, estado }: Pick<RaffleAnswer, 'fecha' | 'estado'>,
  page: SalesPage,
  draw: DrawDocument | null,
): string {
  const moved = draw?.pasos.some((text) => readStep(text)?.tipo === 'aplazado')
  const without = estado === 'sorteada' ? DRAWN : VARIANTS[page].dateFallback
  return dateLine(moved ? '' : fecha, (draw && drawLine(draw)) ?? without)
}

function SaleTicket({ onSale, first }: { onSale: OnSale; first: boolean }) {
  const { page, path, raffle, availability, draw } = onSale
  const price = amountTexts(raffle, 1)
  const left = availability?.data.rifa ?? null
  const state = salesState(raffle, left, { picksByHand: true })
  return (
    <TicketCard
      image={raffle.imagen}
      sizes={CARD_SIZES}
      first={first}
      stub={
        <>
          <p className="ticket-facts">
            <b>{state === 'open' ? left && availabilityText(left.porcentaje_disponible) : OVER[state]}</b>
            <span>
              Del <span className="num serial">{numberText(0, raffle.digitos)}</span> al{' '}
              <span className="num serial">{numberText(raffle.total_numeros - 1, raffle.digitos)}</span>
            </span>
          </p>
          <a className={state === 'open' ? 'btn btn-go' : 'btn'} href={path}>
            {state === 'open' ? 'Comprar Tickets' : 'Ver la rifa'}
          </a>
        </>
      }
    >
      <p className="ticket-small">Sorteo: {drawWhen(raffle, page, draw)}</p>
      <RaffleTitle level="h2">{raffle.titulo}</RaffleTitle>
      <p className="ticket-price">
        <span className="num">{price.own}</span> por boleto
        {raffle.tasa_usd !== null && price.other && `, ${price.other}`}
      </p>
    </TicketCard>
  )
}

function WinnerRow({ raffle }: { raffle: FinishedRaffle }) {
  const [first] = raffle.premios
  return (
    <li>
      <Picture image={raffle.imagen} sizes="5.5rem" />
      <p>
        <b>{raffle.titulo}</b>
        {[first && prizeWinner(first), dateLine(raffle.fecha, '')].filter(Boolean).join(', ')}
      </p>
      <p>
        {first?.vendido ? 'Ganó el' : 'Salió el'}
        <span className="num serial">{first?.numero ?? '—'}</span>
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
