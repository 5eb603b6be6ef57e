import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { Link, useLocation } from 'wouter'
import { useOutbox } from '#mail/panel/outbox-query.ts'
import type { Operator, PanelStatus } from '#operators/contract.ts'
import { ROLE_NAMES } from '#operators/contract.ts'
import { initials } from '#operators/panel/initials.ts'
import { Icon, type IconName } from '#platform/web/panel-icon.tsx'
import { useOnline } from '#platform/web/panel-online.ts'
import { useQueue } from '#review/panel/queue-query.ts'
import './shell.css'

interface Place {
  path: string
  name: string
  icon: IconName
  /** What waits there: how many, in words for who cannot see it, and whether something is wrong. */
  waiting?: { count: number; words: string; wrong?: boolean }
}

/** Frame of every screen of who is signed in. `full` screens bring their own scrolling panes. */
export function Shell(props: {
  status: PanelStatus
  operator: Operator
  title: string
  full?: boolean
  children: ReactNode
}) {
  const { status, operator, title } = props
  const [location] = useLocation()
  const online = useOnline()
  const queue = useQueue()
  const outbox = useOutbox('')
  const inReview = queue.data?.pages[0]?.total ?? 0
  const failed = outbox.data?.pages[0]?.fallidos ?? 0
  useEffect(() => {
    document.title = `${inReview > 0 ? `(${inReview}) ` : ''}${title} · ${status.sitio}`
  }, [title, inReview, status.sitio])

  const places: Place[] = [
    { path: '/', name: 'Inicio', icon: 'home' },
    { path: '/revision', name: 'Revisión', icon: 'review', waiting: { count: inReview, words: 'en revisión' } },
    { path: '/compras', name: 'Compras', icon: 'receipt' },
    { path: '/correos', name: 'Correos', icon: 'mail', waiting: { count: failed, words: 'sin entregar', wrong: true } },
    operator.rol === 'dueno'
      ? { path: '/cobros', name: 'Cobros', icon: 'bank' }
      : { path: '/tasas', name: 'Tasas', icon: 'bank' },
    ...(operator.rol === 'dueno' ? [{ path: '/equipo', name: 'Equipo', icon: 'people' } as const] : []),
    ...(operator.rol === 'dueno' ? [{ path: '/sitio', name: 'Sitio', icon: 'site' } as const] : []),
    { path: '/diario', name: 'Diario', icon: 'journal' },
    { path: '/cuenta', name: 'Cuenta', icon: 'account' },
  ]
  const here = places.findLast(
    (place) =>
      location === place.path ||
      (place.path !== '/' && location.startsWith(place.path)) ||
      (place.path === '/cobros' && location === '/tasas'),
  )

  return (
    <div className={props.full ? 'shell shell-full' : 'shell'}>
      <a className="skip" href="#contenido">
        Saltar al contenido
      </a>
      <nav className="side" aria-label="Panel">
        <Link href="/" className="side-brand">
          <span className="brand-mark">
            <Icon name="ticket" />
          </span>
          <span className="side-name">{status.sitio}</span>
        </Link>
        <ul>
          {places.map((place) => (
            <li key={place.path}>
              <PlaceLink place={place} current={place === here} />
            </li>
          ))}
        </ul>
        <Link href="/cuenta" className="side-who">
          <span className="avatar" aria-hidden="true">
            {initials(operator.nombre)}
          </span>
          <span className="side-name">
            {operator.nombre}
            <br />
            <span className="faint small">{ROLE_NAMES[operator.rol]}</span>
          </span>
        </Link>
      </nav>
      <div className="stage">
        {online ? null : (
          <p className="offline" role="status">
            <Icon name="offline" />
            Sin conexión. Lo que ves puede haber cambiado; nada se decide hasta que vuelva.
          </p>
        )}
        {props.full ? null : (
          <header className="top">
            <h1>{title}</h1>
          </header>
        )}
        <main id="contenido" className="content" tabIndex={-1}>
          {props.full ? <h1 className="sr">{title}</h1> : null}
          {props.children}
        </main>
      </div>
    </div>
  )
}

function PlaceLink({ place, current }: { place: Place; current: boolean }) {
  const { waiting } = place
  return (
    <Link href={place.path} className="place" title={place.name} {...(current ? { 'aria-current': 'page' } : {})}>
      <Icon name={place.icon} />
      <span className="place-name">{place.name}</span>
      {waiting && waiting.count > 0 ? (
        <span className={waiting.wrong ? 'badge badge-wrong' : 'badge'}>
          {waiting.count}
          <span className="sr"> {waiting.words}</span>
        </span>
      ) : null}
    </Link>
  )
}
