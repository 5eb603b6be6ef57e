import type { ReactNode } from 'react'
import { readFailure } from '../api.ts'
import { useOnline } from '../device.ts'
import { Icon, type IconName } from './icon.tsx'

/** A list or a screen with nothing in it: what that means, and what to do next. */
export function EmptyState({ icon, title, children }: { icon: IconName; title: string; children?: ReactNode }) {
  return (
    <div className="state">
      <span className="state-mark">
        <Icon name={icon} />
      </span>
      <h2>{title}</h2>
      {children}
    </div>
  )
}

/** What was asked for did not come: why, and a way to ask again. */
export function FailedState({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const online = useOnline()
  const failure = readFailure(error)
  return (
    <div className="state" role="alert">
      <span className="state-mark">
        <Icon name={online ? 'retry' : 'offline'} />
      </span>
      <h2>{online ? failure.title : 'Sin conexión'}</h2>
      <p>{online ? failure.details : 'Cuando vuelva la conexión, toca Reintentar.'}</p>
      <button type="button" className="btn" onClick={onRetry}>
        <Icon name="retry" />
        Reintentar
      </button>
    </div>
  )
}

/** Shown above what is already there when asking again failed: what one sees may be old. */
export function StaleNotice({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (!error) return null
  return (
    <div className="notice notice-aviso stale" role="status">
      <Icon name="offline" />
      <span>
        <strong>No se pudo actualizar.</strong> Lo que ves puede haber cambiado.
      </span>
      <button type="button" className="link" onClick={onRetry}>
        Reintentar
      </button>
    </div>
  )
}

/** A grey shape in the size of what is coming. */
export function Bone({ width = '100%', height = '0.875rem' }: { width?: string; height?: string }) {
  return <span className="bone" style={{ width, height }} />
}

/** Wraps a skeleton, so that a screen reader hears that something is loading. */
export function Loading({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="status" aria-label={label} className="loading">
      {children}
    </div>
  )
}

/** In the place of what is asked for: its shape until it comes, and why it did not. */
export function Waiting(props: {
  query: { isError: boolean; error: unknown; refetch: () => unknown }
  label: string
  /** The shape. */
  children: ReactNode
}) {
  const { query } = props
  if (query.isError) return <FailedState error={query.error} onRetry={() => void query.refetch()} />
  return <Loading label={props.label}>{props.children}</Loading>
}
