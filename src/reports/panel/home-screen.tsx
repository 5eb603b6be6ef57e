import type { Operator } from '#access/contract.ts'
import { useAsk } from '#access/panel/ask.ts'
import { AlteredNotice } from '#payment-methods/panel/altered-notice.tsx'
import { ButtonLink } from '#platform/panel/parts/button.tsx'
import { StaleNotice, Waiting } from '#platform/panel/parts/states.tsx'
import { ownPath } from '#raffles/raffle-path.ts'
import { HomeAlso } from './home-also.tsx'
import { HomeSales } from './home-sales.tsx'
import './home.css'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { formatDay, MINUTE, parseDay } from '#platform/clock.ts'
import { counted, formatCount } from '#platform/money.ts'
import { useKeys } from '#platform/panel/keys.ts'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { StockBar } from '#platform/panel/parts/stock-bar.tsx'
import { formatMoment, formatWait, useServerClock } from '#platform/panel/time.ts'
import { formatSum } from '#purchases/panel/wording.ts'
import { takeFirst } from '#review/panel/claim/use-claim.ts'
import { isFree, queueItems, useQueue } from '#review/panel/queue/queue.ts'
import { WaitAxis } from '#review/panel/queue/wait-axis.tsx'
import { percentText } from '#tickets/availability-text.ts'
import type { Home } from '../home-contract.ts'
import { STEP_WORDS } from './step-words.ts'

const STATE_NAMES: Record<string, string> = { pausada: 'En pausa', cerrada: 'Venta cerrada' }
const PAGE_PATHS = { A: '/rifa', B: '/rifa1' } as const

/** The day's tasks first: waiting payments and the rest of the day, then sales, then the availability of each raffle. */
export function HomeScreen(props: { operator: Operator; server: ReactNode }) {
  const { operator, server } = props
  const home = useAsk('GET /api/panel/inicio', { refetchInterval: 20_000 })
  const owner = operator.rol === 'dueno'
  return (
    <div className="home columns clip card">
      <AlteredNotice link={owner} />
      {owner ? <StepsLeft /> : null}
      <HomeReview />
      <HomeAlso operator={operator} home={home.data} server={server} />
      {home.data ? (
        <>
          <StaleNotice query={home} />
          <HomeSales home={home.data} />
          <HomeAvailability home={home.data} canMake={owner} />
        </>
      ) : (
        <Waiting className="home-whole" query={home} label="Cargando las ventas" />
      )}
    </div>
  )
}

/** On the home of an owner until every first step is done: the open steps, the gravest first. */
function StepsLeft() {
  const { data } = useAsk('GET /api/panel/empezar', { refetchInterval: MINUTE })
  const left = data?.pasos.filter(({ listo }) => !listo) ?? []
  if (!data || left.length === 0) return null
  const blocking = left.filter(({ impide_vender }) => impide_vender)
  const named = (blocking.length > 0 ? blocking : left).map(({ paso }) => STEP_WORDS[paso].titulo)
  return (
    <section className={blocking.length > 0 ? 'home-steps home-steps-main' : 'home-steps'} aria-labelledby="falta">
      <Icon name="flag" />
      <div className="grow">
        <h2 id="falta">{blocking.length > 0 ? 'Falta para que puedas vender' : 'Falta para dejarlo todo listo'}</h2>
        <p className="soft">{named.join(' · ')}</p>
      </div>
      <ButtonLink look={blocking.length > 0 ? 'go' : undefined} text="Primeros pasos" href="/empezar" />
    </section>
  )
}

/** Availability of every raffle that is going on: its parts add up to all of its tickets. */
function HomeAvailability({ home, canMake }: { home: Home; canMake: boolean }) {
  return (
    <section className="home-whole" aria-labelledby="disponibilidad">
      <div className="gap-1-3 row wrap apart">
        <h2 id="disponibilidad">Disponibilidad</h2>
        <span className="faint small narrow-none">confirmados + en revisión + apartados + libres = total</span>
      </div>
      {home.rifas.length === 0 ? (
        <div className="row gap-3 wrap apart">
          <p className="soft">No hay ninguna rifa en venta. Aquí verás cuántos boletos quedan de cada una.</p>
          {canMake ? <ButtonLink icon="plus" text="Crear una rifa" href="/rifas/nueva" /> : null}
        </div>
      ) : null}
      <ul>
        {home.rifas.map((raffle) => (
          <li key={raffle.id} className="home-raffle parted grid high pad-y-3">
            <div>
              <h3>
                <Link href={`/rifas/${raffle.id}`}>{raffle.titulo}</Link>
              </h3>
              <p className="faint small">
                {[
                  ...(raffle.paginas.length > 0
                    ? raffle.paginas.map((page) => PAGE_PATHS[page])
                    : [ownPath(raffle.id)]),
                  formatSum(raffle.precio, raffle.moneda),
                  ...(STATE_NAMES[raffle.estado] ? [STATE_NAMES[raffle.estado]] : []),
                ].join(' · ')}
              </p>
            </div>
            <div className="home-shares shrinks stack gap-1">
              <StockBar shares={raffle.ventas} total={raffle.total_numeros} />
              {raffle.ventas.en_espera > 0 ? (
                <p className="accent strong small">
                  {formatCount(raffle.ventas.en_espera)}{' '}
                  {raffle.ventas.en_espera === 1 ? 'boleto reportado espera' : 'boletos reportados esperan'} su turno
                </p>
              ) : null}
            </div>
            <p className="grid text-end">
              <strong>{percentText((raffle.ventas.libres / raffle.total_numeros) * 100)}</strong>
              <span className="faint small">disponible</span>
            </p>
            <p className="home-draw grid text-end">
              <span>{drawOf(raffle)}</span>
              <span className="faint small">Sorteo</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function drawOf({ fecha, regla }: Home['rifas'][number]): string {
  const day = parseDay(fecha)
  if (day !== null) return formatDay(day)
  return regla ? 'Según su regla' : 'Sin fecha'
}

/** The payments in review: number, sum, and waiting time. */
function HomeReview() {
  const queue = useQueue()
  const now = useServerClock(30_000)
  const [, go] = useLocation()
  const items = queueItems(queue.data)
  const [oldest] = items
  const free = items.filter(isFree)
  const desk = oldest ? `/revision/${(free[0] ?? oldest).id}` : null
  const open = async () => go(`/revision/${(await takeFirst(free.map(({ id }) => id))) ?? oldest?.id}`)
  useKeys(desk === null ? {} : { r: () => void open() })
  const first = queue.data?.pages[0]
  if (!first) {
    return (
      <section>
        <Waiting query={queue} label="Cargando los pagos en revisión" />
      </section>
    )
  }
  const { total, tarde, sumas } = first
  const clean = items.filter((item) => item.nivel === 'bien').length
  return (
    <section aria-labelledby="en-revision">
      <div className="gap-1-3 row wrap apart">
        <h2 id="en-revision">En revisión</h2>
        <span className="faint small">se actualiza solo</span>
      </div>
      <StaleNotice query={queue} />
      <p className="flow gap-x-3 wrap baseline">
        <span className="home-figure whole tight strong">{counted(total, 'pago')}</span>
        <span className="soft">{sumas.map(({ monto, moneda }) => formatSum(monto, moneda)).join(' · ')}</span>
      </p>
      {oldest && desk !== null ? (
        <>
          <p className="soft">
            {tarde > 0 ? (
              <strong className="accent strong">
                {tarde === 1 ? '1 pasa de 30 minutos. ' : `${formatCount(tarde)} pasan de 30 minutos. `}
              </strong>
            ) : null}
            El más viejo espera {formatWait(now - Date.parse(oldest.en_revision_desde))} (desde{' '}
            {formatMoment(oldest.en_revision_desde)}).
          </p>
          <WaitAxis items={items} now={now} />
          <div className="home-actions below-1 flow wrap">
            <ButtonLink
              look="go"
              href={desk}
              onClick={(event) => {
                // Two simultaneous presses each get a payment of their own.
                event.preventDefault()
                void open()
              }}
            >
              Revisar desde el más viejo
              <span aria-hidden="true">
                <kbd>R</kbd>
              </span>
            </ButtonLink>
            {clean > 1 ? (
              <ButtonLink href="/revision?ver=limpios">
                {clean} sin avisos{items.length < total ? ` de los ${items.length} más viejos` : ''}
              </ButtonLink>
            ) : null}
          </div>
        </>
      ) : (
        <p className="soft">Todo está al día. Cuando alguien reporte un pago, aparece aquí solo.</p>
      )}
    </section>
  )
}
