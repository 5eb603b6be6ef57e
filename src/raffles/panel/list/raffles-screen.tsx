import { Link, useSearchParams } from 'wouter'
import { useAsk } from '#access/panel/ask.ts'
import { ButtonLink } from '#platform/panel/parts/button.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { Segments } from '#platform/panel/parts/segments.tsx'
import { EmptyState, StaleNotice, Waiting } from '#platform/panel/parts/states.tsx'
import type { PanelRaffleRow } from '../../panel-contract.ts'
import { ownPath } from '../../raffle-path.ts'
import '../raffles.css'
import { PAGE_PATHS } from '#payment-methods/method-lines.ts'
import { formatDay, parseDay } from '#platform/clock.ts'
import { formatMoney, parseMoney } from '#platform/money.ts'
import { StockBar } from '#platform/panel/parts/stock-bar.tsx'
import { imageAddress, nearestWidth } from '../../image-set.ts'
import { RaffleStateMark } from '../raffle-state-mark.tsx'

const GROUPS: readonly { name: string; has: (raffle: PanelRaffleRow) => boolean }[] = [
  { name: 'En venta', has: ({ estado }) => estado === 'publicada' || estado === 'pausada' },
  { name: 'Borradores', has: ({ estado }) => estado === 'borrador' },
  { name: 'Cerradas', has: ({ estado }) => estado === 'cerrada' },
  { name: 'Sorteadas', has: ({ estado }) => estado === 'sorteada' },
]
const ARCHIVE = [{ name: 'Archivadas', has: () => true }]

/** Every raffle by its state, with its sales at a glance. @param canEdit owners create, others look. */
export function RafflesScreen({ owner: canEdit }: { owner: boolean }) {
  const list = useAsk('GET /api/panel/rifas', { refetchInterval: 20_000 })
  if (!list.data) return <Waiting className="raffles page gap-5" query={list} label="Cargando las rifas" />
  return (
    <div className="raffles page gap-5">
      <StaleNotice query={list} />
      {list.data.rifas.length === 0 ? <None canEdit={canEdit} /> : <List rifas={list.data.rifas} canEdit={canEdit} />}
    </div>
  )
}

function List({ rifas, canEdit }: { rifas: PanelRaffleRow[]; canEdit: boolean }) {
  const [search, setSearch] = useSearchParams()
  const which = search.get('ver') === 'archivadas' ? 'archivadas' : ''
  const here = rifas.filter(({ archivada }) => !archivada)
  const away = rifas.filter(({ archivada }) => archivada)
  const shown = which === '' ? here : away
  const filter = (value: typeof which, name: string, count: number) => ({
    value,
    name: (
      <>
        {name}
        <span className="raffles-count plain faint">{count}</span>
      </>
    ),
  })
  return (
    <>
      <div className="raffles-bar shrinks row gap-3 apart">
        <Segments
          label="Ver"
          value={which}
          options={[filter('', 'Todas', here.length), filter('archivadas', 'Archivadas', away.length)]}
          onChange={(key) => setSearch(key === '' ? {} : { ver: key }, { replace: true })}
        />
        {canEdit ? <ButtonLink look="go" icon="plus" text="Nueva rifa" href="/rifas/nueva" /> : null}
      </div>
      {(which === '' ? GROUPS : ARCHIVE).map(({ name, has }) => {
        const rows = shown.filter(has)
        return rows.length === 0 ? null : (
          <section key={name} className="stack" aria-label={name}>
            <h2 className="compact soft">{name}</h2>
            <ul className="line-above">
              {rows.map((raffle) => (
                <RaffleRow key={raffle.id} raffle={raffle} />
              ))}
            </ul>
          </section>
        )
      })}
      {shown.length === 0 ? (
        <EmptyState icon="ticket" title="Ninguna por aquí">
          <p>En «Todas» están las demás.</p>
        </EmptyState>
      ) : null}
    </>
  )
}

function None({ canEdit }: { canEdit: boolean }) {
  return (
    <EmptyState icon="ticket" title="Todavía no hay rifas">
      <p>
        {canEdit
          ? 'Empieza con un título, un precio y cuántos números. Queda en borrador: nadie la ve hasta que la publiques.'
          : 'Cuando un dueño cree la primera aparecerá aquí, con lo que se va vendiendo.'}
      </p>
      {canEdit ? <ButtonLink look="go" icon="plus" text="Crear la primera" href="/rifas/nueva" /> : null}
    </EmptyState>
  )
}

/** A raffle of the list: its title, its page, and the shares of its tickets. */
function RaffleRow({ raffle }: { raffle: PanelRaffleRow }) {
  const price = parseMoney(raffle.precio)
  const day = parseDay(raffle.fecha)
  const facts = [
    price === null ? '' : formatMoney(price, raffle.moneda),
    ...(raffle.paginas.length > 0 || raffle.estado === 'borrador'
      ? raffle.paginas.map((page) => PAGE_PATHS[page])
      : [ownPath(raffle.id)]),
    day ? `Sorteo: ${formatDay(day)}` : '',
  ].filter(Boolean)
  return (
    <li className="raffle-row gap-4 grid anchor level pad-y-3 line-below">
      <Thumbnail raffle={raffle} />
      <div className="raffle-row-what shrinks stack gap-1">
        <Link href={`/rifas/${raffle.id}`} className="raffle-row-link strong bare">
          {raffle.titulo}
        </Link>
        <p className="raffle-row-facts flow wrap compact soft">
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
    <span className="raffle-thumb dashed centre faint">
      <Icon name="picture" />
    </span>
  )
}
