import { formatCount } from '#platform/money.ts'
import { VARIANTS } from '#purchases/variants.ts'
import { dateLine } from '#raffles/date-line.ts'
import { RaffleTitle, TicketCard } from '#raffles/shop/ticket-card.tsx'
import type { PreviousData } from '../../page-data.ts'
import { ownPrice } from './home-page.tsx'
import { EmptyPlace } from './message-page.tsx'

const SIZES = '(min-width: 1024px) 24rem, (min-width: 640px) 50vw, calc(100vw - 2rem)'

/** `/rifas-anteriores`: finished raffles, newest first, with what was drawn and who won it. */
export function PreviousPage({ data }: { data: PreviousData }) {
  return (
    <main className="page">
      <h1 className="page-title">Rifas anteriores</h1>
      {data.previous.length === 0 ? (
        <EmptyPlace
          icon="ticket"
          title="Aún no hay sorteos terminados"
          text="Cuando termine el primero, aquí verás el número ganador y quién ganó."
        >
          {data.current ? (
            <a className="btn" href={VARIANTS[data.current].path}>
              Ver la rifa actual
            </a>
          ) : (
            <a className="btn" href="/">
              Ir al inicio
            </a>
          )}
        </EmptyPlace>
      ) : (
        <div className="past">
          {data.previous.map((raffle, index) => (
            <TicketCard
              key={raffle.id}
              image={raffle.imagen}
              sizes={SIZES}
              first={index === 0}
              stub={
                <div className="past-result">
                  <p>
                    {raffle.ganador ? 'Número ganador' : 'Salió sorteado'}
                    <span className="num serial">{raffle.numero_ganador || '—'}</span>
                  </p>
                  <p>
                    {raffle.ganador ? 'Ganó' : 'Resultado'}
                    <b>{raffle.ganador || 'Número no vendido'}</b>
                  </p>
                </div>
              }
            >
              <RaffleTitle level="h2">{raffle.titulo}</RaffleTitle>
              <p className="ticket-small">
                {[dateLine(raffle.fecha, ''), `${formatCount(raffle.total_numeros)} boletos a ${ownPrice(raffle)}`]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
              {raffle.premio && raffle.premio !== raffle.titulo && (
                <p className="ticket-small">Premio: {raffle.premio}</p>
              )}
            </TicketCard>
          ))}
        </div>
      )}
    </main>
  )
}
