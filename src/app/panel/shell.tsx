import { Component, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { Operator } from '#access/contract.ts'
import { useAsk, usePages } from '#access/panel/ask.ts'
import type { PanelStatus } from '#operators/contract.ts'
import { useOnline } from '#platform/panel/device.ts'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { NO_FILTER, useQueue } from '#review/panel/queue/queue.ts'
import { BeginLink, placeAt, placesFor } from './find-screen.tsx'
import { type Counts, HelpLink, LOOKS, type Screen } from './screen.tsx'
import { MorePlaces, PlaceList, SideBrand, SideWho } from './shell-places.tsx'
import { toDo } from './state/to-do.ts'
import './places.css'
import './shell.css'
import { type CalendarDate, MINUTE } from '#platform/clock.ts'
import { formatRate, parseRate } from '#platform/money.ts'
import { PanelFailure } from '#platform/panel/api.ts'
import { useKeys } from '#platform/panel/keys.ts'
import { FailedState } from '#platform/panel/parts/states.tsx'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import { formatShortDay } from '#platform/panel/time.ts'
import { RATE_NAMES } from '#rates/rate-text.ts'

const NOT_LOADED = new PanelFailure(0, {
  error: 'Esta pantalla no llegó completa',
  details: 'Puede ser la conexión, o que el panel se actualizó. Al reintentar se carga de nuevo.',
})

/**
 * Keeps the frame when a screen fails, above all when its code did not come: without it one lost chunk would empty the whole
 * page. Trying again loads the page, since a part that failed once is remembered as failed.
 */
export class ScreenGuard extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return <FailedState query={{ error: NOT_LOADED, refetch: () => location.reload() }} />
  }
}

/** Frame of every screen of a signed-in person. */
export function Shell(props: { status: PanelStatus; operator: Operator; screen: Screen; children: ReactNode }) {
  const { status, operator } = props
  const { menu, full, begins } = props.screen
  const [location, navigate] = useLocation()
  const places = placesFor(operator.rol)
  const here = placeAt(places, location)
  const title = props.screen.title ?? menu?.name ?? here?.name ?? ''
  useScrollPlaces(location)
  const online = useOnline()
  // People who only sell see nothing of the waiting work.
  const looks = LOOKS.includes(operator.rol)
  const queue = useQueue(NO_FILTER, looks)
  const outbox = usePages('GET /api/panel/correos', { refetchInterval: 15_000, enabled: looks })
  const [more, setMore] = useState(false)
  const inReview = queue.data?.pages[0]?.total ?? 0
  // The desk has keys of its own, and lists them.
  useKeys(location.startsWith('/revision') ? {} : { '?': () => navigate('/ayuda/teclas') })
  const state = useAsk('GET /api/panel/estado/servidor', { refetchInterval: MINUTE, enabled: operator.rol === 'dueno' })
  const counts: Counts = {
    inReview,
    failedMails: outbox.data?.pages[0]?.fallidos ?? 0,
    server: { count: toDo(state.data?.comprobaciones ?? []).length, wrong: state.data?.nivel === 'grave' },
  }
  useEffect(() => {
    document.title = `${inReview > 0 ? `(${inReview}) ` : ''}${title} · ${status.sitio}`
    // On the icon of the installed panel.
    const badge = inReview > 0 ? navigator.setAppBadge?.(inReview) : navigator.clearAppBadge?.()
    badge?.catch(() => undefined)
  }, [title, inReview, status.sitio])

  return (
    <div className={full ? 'shell grid shell-full' : 'shell grid'}>
      <a className="skip round" href="#contenido">
        Saltar al contenido
      </a>
      <nav className="side ground column" aria-label="Panel">
        <SideBrand name={status.sitio} />
        <PlaceList places={places} here={here} counts={counts} onMore={() => setMore(true)} moreOpen={more} />
        <div className="to-below pad-start-3 narrow-none line-above stack gap-1">
          {looks ? <SideRate /> : null}
          <SideWho operator={operator} />
        </div>
      </nav>
      <div className="stage may-scroll shrinks anchor column">
        {online ? null : (
          <p className="offline row gap-3 compact" role="status">
            <Icon name="offline" />
            Sin conexión. Lo que ves puede haber cambiado; nada se decide hasta que vuelva.
          </p>
        )}
        {full ? null : (
          <header className="top head row gap-4 apart">
            <h1>{title}</h1>
            <HelpLink to={props.screen.help} />
            {begins ? <BeginLink path={begins} role={operator.rol} /> : null}
          </header>
        )}
        <main id="contenido" className="content fill may-scroll" tabIndex={-1}>
          {full ? <h1 className="sr">{title}</h1> : null}
          <ScreenGuard key={here?.path ?? location}>{props.children}</ScreenGuard>
        </main>
      </div>
      {more ? (
        <MorePlaces places={places} here={here} counts={counts} operator={operator} onClose={() => setMore(false)} />
      ) : null}
    </div>
  )
}

/** The rate that buyers get, always in sight on a wide screen. */
function SideRate() {
  const { data } = useAsk('GET /api/panel/tasa', { refetchInterval: MINUTE })
  if (!data) return null
  const { actual } = data
  const tasa = actual && parseRate(actual.tasa)
  return (
    <Link href="/tasas" className="side-rate round pad-1-2 bare lit row apart">
      <span className="grid">
        {actual && tasa ? (
          <>
            <strong>Bs.&nbsp;{formatRate(tasa)}</strong>
            <span className="faint small">
              {RATE_NAMES[actual.referencia]} · {formatShortDay(actual.fecha_valor as CalendarDate)}
            </span>
          </>
        ) : (
          <>
            <strong>Sin tasa</strong>
            <span className="faint small">Los montos en Bs. no salen</span>
          </>
        )}
      </span>
      <VerdictShape level={actual?.vigente ? 'bien' : 'aviso'} />
    </Link>
  )
}

/** Time that a list takes to be drawn again, in frames. */
const FRAMES = 20

/** Scrolling parts: the page on a desk, the stage or the queue on a phone. */
const parts = () => document.querySelectorAll('html, .stage, .queue-scroll')

const topOf = ({ scrollTop }: Element) => scrollTop

/**
 * A screen opens at its top. Back and forward return to where the screen was left.
 * @param location the path of the screen.
 */
function useScrollPlaces(location: string): void {
  const left = useRef(new Map<string, number[]>())
  const stepped = useRef(false)
  useEffect(() => {
    history.scrollRestoration = 'manual'
    const step = ({ navigationType }: NavigateEvent) => {
      if (navigationType !== 'replace') stepped.current = navigationType === 'traverse'
    }
    const keep = () => left.current.set(window.location.pathname, Array.from(parts(), topOf))
    // A browser without it opens each screen at its top.
    window.navigation?.addEventListener('navigate', step)
    document.addEventListener('scroll', keep, { capture: true, passive: true })
    return () => {
      window.navigation?.removeEventListener('navigate', step)
      document.removeEventListener('scroll', keep, { capture: true })
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another screen.
  useLayoutEffect(() => {
    const tops = (stepped.current && left.current.get(window.location.pathname)) || []
    let frame = 0
    const put = (frames: number) => {
      for (const [at, part] of parts().entries()) part.scrollTop = tops[at] ?? 0
      const missing = tops.length > 0 && Array.from(parts(), topOf).join() !== tops.join()
      if (missing && frames > 0) frame = requestAnimationFrame(() => put(frames - 1))
    }
    put(FRAMES)
    return () => cancelAnimationFrame(frame)
  }, [location])
}
