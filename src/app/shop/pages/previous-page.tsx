import type { FinishedPrize, FinishedRaffle } from '#draw/contract.ts'
import { prizeWinner } from '#draw/shop/prize-winner.ts'
import { formatDay, parseDay } from '#platform/clock.ts'
import { formatCount } from '#platform/money.ts'
import { Icon } from '#platform/web/icon.tsx'
import { VARIANTS } from '#purchases/variants.ts'
import { dateLine } from '#raffles/date-line.ts'
import { previousPath } from '#raffles/raffle-path.ts'
import { Picture } from '#raffles/shop/picture.tsx'
import { RaffleTitle, TicketCard } from '#raffles/shop/ticket-card.tsx'
import { UNRULED } from '#raffles/unruled.ts'
import type { PreviousData } from '../../page-data.ts'
import { ownPrice } from './home-page.tsx'
import { EmptyPlace } from './message-page.tsx'

export const PAST_SIZES = '(min-width: 1024px) 24rem, (min-width: 640px) 50vw, calc(100vw - 2rem)'

/** `/rifas-anteriores`: finished raffles, newest first, with their results and winners. */
export function PreviousPage({ data }: { data: PreviousData }) {
  const { rifas, pagina, paginas } = data.page
  return (
    <main className="page">
      <h1 className="page-title">Rifas anteriores</h1>
      {rifas.length === 0 ? (
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
          {rifas.map((raffle, index) => (
            <PastRaffle key={raffle.id} raffle={raffle} first={index === 0} />
          ))}
        </div>
      )}
      {paginas > 1 && <Pages pagina={pagina} paginas={paginas} />}
    </main>
  )
}

function PastRaffle({ raffle, first }: { raffle: FinishedRaffle; first: boolean }) {
  const [only, ...more] = raffle.premios
  const facts = [dateLine(raffle.fecha, ''), `${formatCount(raffle.total_numeros)} boletos a ${ownPrice(raffle)}`]
  return (
    <TicketCard
      image={raffle.imagen}
      sizes={PAST_SIZES}
      first={first}
      stub={
        <>
          {more.length === 0 && only ? <OnePrize prize={only} /> : <Prizes prizes={raffle.premios} />}
          {raffle.verificacion ? (
            <a className="past-check" href={raffle.verificacion}>
              <Icon name="shield" small />
              Verificar este sorteo
            </a>
          ) : (
            <p className="ticket-small">{UNRULED}</p>
          )}
        </>
      }
    >
      <RaffleTitle level="h2">{raffle.titulo}</RaffleTitle>
      <p className="ticket-small">{facts.filter(Boolean).join(' · ')}</p>
      {more.length === 0 && only && only.titulo !== raffle.titulo && (
        <p className="ticket-small">Premio: {only.titulo}</p>
      )}
    </TicketCard>
  )
}

/** The number as large as on the ticket that won. */
function OnePrize({ prize }: { prize: FinishedPrize }) {
  return (
    <>
      {prize.imagen && (
        <div className="past-prize">
          <PrizePicture prize={prize} />
        </div>
      )}
      <div className="past-result">
        <p>
          {prize.vendido ? 'Número ganador' : 'Salió sorteado'}
          <span className="num serial">{prize.numero ?? '—'}</span>
        </p>
        <p>
          {prize.ganador ? 'Ganó' : 'Resultado'}
          <b>{prizeWinner(prize)}</b>
        </p>
      </div>
      <Delivery prize={prize} />
    </>
  )
}

function Prizes({ prizes }: { prizes: readonly FinishedPrize[] }) {
  return (
    <ol className="past-prizes">
      {prizes.map((prize, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: prizes stay in their order.
        <li key={place}>
          <div className="past-prize">
            <PrizePicture prize={prize} />
            <span>
              {prize.titulo}
              <b>{prizeWinner(prize)}</b>
            </span>
          </div>
          <span className="num serial">{prize.numero ?? '—'}</span>
          <Delivery prize={prize} />
        </li>
      ))}
    </ol>
  )
}

function PrizePicture({ prize: { titulo, imagen } }: { prize: FinishedPrize }) {
  return imagen && <Picture image={{ ...imagen, alt: `Foto de ${titulo}` }} sizes="5rem" />
}

function Delivery({ prize: { titulo, entrega, fotos } }: { prize: FinishedPrize }) {
  const day = entrega === null ? null : parseDay(entrega)
  if (day === null) return null
  return (
    <div className="past-delivery">
      <p>
        <Icon name="check" small />
        Entregado el {formatDay(day)}
      </p>
      {fotos.map((image) => (
        <Picture key={image.id} image={{ ...image, alt: image.alt || `Entrega de ${titulo}` }} sizes="8rem" />
      ))}
    </div>
  )
}

function Pages({ pagina, paginas }: { pagina: number; paginas: number }) {
  return (
    <nav className="past-pages" aria-label="Páginas">
      {pagina > 1 ? (
        <a className="btn" rel="prev" href={previousPath(pagina - 1)}>
          Más recientes
        </a>
      ) : (
        <span />
      )}
      <p>
        Página {pagina} de {paginas}
      </p>
      {pagina < paginas ? (
        <a className="btn" rel="next" href={previousPath(pagina + 1)}>
          Más antiguas
        </a>
      ) : (
        <span />
      )}
    </nav>
  )
}
