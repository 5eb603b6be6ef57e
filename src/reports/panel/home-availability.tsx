import { Link } from 'wouter'
import { formatDay, parseDay } from '#platform/clock.ts'
import { formatCount } from '#platform/money.ts'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { StockBar } from '#platform/panel/parts/stock-bar.tsx'
import { formatSum } from '#purchases/panel/wording.ts'
import { percentText } from '#tickets/availability-text.ts'
import type { Home } from '../home-contract.ts'

const STATE_NAMES: Record<string, string> = { pausada: 'En pausa', cerrada: 'Venta cerrada' }
const PAGE_PATHS = { A: '/rifa', B: '/rifa1' } as const

/** What is left of every raffle that goes on: its shares add up to all of its tickets. */
export function HomeAvailability({ home, canMake }: { home: Home; canMake: boolean }) {
  return (
    <section className="home-whole" aria-labelledby="disponibilidad">
      <div className="home-heading">
        <h2 id="disponibilidad">Disponibilidad</h2>
        <span className="faint small home-sum">confirmados + en revisión + apartados + libres = total</span>
      </div>
      {home.rifas.length === 0 ? (
        <div className="home-empty">
          <p className="soft">No hay ninguna rifa en venta. Aquí verás cuántos boletos quedan de cada una.</p>
          {canMake ? (
            <Link href="/rifas/nueva" className="button">
              <Icon name="plus" />
              Crear una rifa
            </Link>
          ) : null}
        </div>
      ) : null}
      <ul>
        {home.rifas.map((raffle) => (
          <li key={raffle.id} className="home-raffle">
            <div>
              <h3>
                <Link href={`/rifas/${raffle.id}`}>{raffle.titulo}</Link>
              </h3>
              <p className="faint small">
                {[
                  ...raffle.paginas.map((page) => PAGE_PATHS[page]),
                  formatSum(raffle.precio, raffle.moneda),
                  ...(STATE_NAMES[raffle.estado] ? [STATE_NAMES[raffle.estado]] : []),
                ].join(' · ')}
              </p>
            </div>
            <div className="home-shares">
              <StockBar shares={raffle.ventas} total={raffle.total_numeros} />
              {raffle.ventas.en_espera > 0 ? (
                <p className="waiting small">
                  {formatCount(raffle.ventas.en_espera)}{' '}
                  {raffle.ventas.en_espera === 1 ? 'boleto reportado espera' : 'boletos reportados esperan'} su turno
                </p>
              ) : null}
            </div>
            <p className="home-left">
              <strong>{percentText((raffle.ventas.libres / raffle.total_numeros) * 100)}</strong>
              <span className="faint small">disponible</span>
            </p>
            <p className="home-draw">
              <span>{drawOf(raffle.fecha)}</span>
              <span className="faint small">Sorteo</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function drawOf(fecha: string): string {
  const day = parseDay(fecha)
  return day === null ? 'Sin fecha' : formatDay(day)
}
