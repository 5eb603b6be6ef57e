import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useOutbox } from '#mail/panel/outbox-query.ts'
import type { Operator, PanelStatus } from '#operators/contract.ts'
import { useOnline } from '#platform/panel/online.ts'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { useNewReports } from '#reports/panel/use-new-reports.ts'
import { useQueue } from '#review/panel/queue/queue-query.ts'
import { PaletteButton, PalettePlace, usePalette } from './palette/palette-place.tsx'
import { placeAt, placesFor } from './places.ts'
import { ScreenGuard } from './screen-guard.tsx'
import { MorePlaces, PlaceList, SideBrand, SideWho, type Waiting } from './shell-places.tsx'
import { SideRate } from './side-rate.tsx'
import './shell.css'

/** Frame of every screen of who is signed in. `full` screens bring their own scrolling panes. */
export function Shell(props: {
  status: PanelStatus
  operator: Operator
  title: string
  full?: boolean
  /** What is begun from this screen. */
  action?: ReactNode
  children: ReactNode
}) {
  const { status, operator, title } = props
  const [location] = useLocation()
  const online = useOnline()
  const queue = useQueue()
  const outbox = useOutbox('')
  const palette = usePalette()
  const [more, setMore] = useState(false)
  const waits = queue.data?.pages[0]?.total
  const inReview = waits ?? 0
  useNewReports(waits)
  const failed = outbox.data?.pages[0]?.fallidos ?? 0
  useEffect(() => {
    document.title = `${inReview > 0 ? `(${inReview}) ` : ''}${title} · ${status.sitio}`
  }, [title, inReview, status.sitio])

  const places = placesFor(operator.rol)
  const here = placeAt(places, location)
  const waiting: Waiting = {
    '/revision': { count: inReview, words: 'en revisión' },
    '/correos': { count: failed, words: 'sin entregar', wrong: true },
  }

  return (
    <div className={props.full ? 'shell shell-full' : 'shell'}>
      <a className="skip" href="#contenido">
        Saltar al contenido
      </a>
      <nav className="side" aria-label="Panel">
        <SideBrand name={status.sitio} />
        <PlaceList places={places} here={here} waiting={waiting} onMore={() => setMore(true)} moreOpen={more} />
        <div className="side-foot">
          <SideRate />
          <SideWho operator={operator} />
        </div>
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
            <PaletteButton onOpen={() => palette.show('palette')} />
            {props.action}
          </header>
        )}
        <main id="contenido" className="content" tabIndex={-1}>
          {props.full ? <h1 className="sr">{title}</h1> : null}
          <ScreenGuard key={here?.path ?? location}>{props.children}</ScreenGuard>
        </main>
      </div>
      {more ? (
        <MorePlaces
          places={places}
          here={here}
          waiting={waiting}
          operator={operator}
          onSearch={() => palette.show('palette')}
          onClose={() => setMore(false)}
        />
      ) : null}
      <PalettePlace palette={palette} places={places} operator={operator} />
    </div>
  )
}
