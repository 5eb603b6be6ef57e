import type { ReactNode } from 'react'
import { readFailure } from '../api.ts'
import { useOnline } from '../device.ts'
import { Button } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'
import { VerdictShape } from './verdict.tsx'

/** A query, as far as its state is shown. */
export interface Asked {
  error: unknown
  refetch: () => unknown
}

/** An empty list or screen: its meaning, and the next step. */
export function EmptyState({ icon, title, children }: { icon: IconName; title: string; children?: ReactNode }) {
  return (
    <div className="state grid mid middle gap-3 text-centre">
      <span className="state-mark centre edge-strong soft">
        <Icon name={icon} />
      </span>
      <h2>{title}</h2>
      {children}
    </div>
  )
}

/** A query failed: why, and a button to try again. @param back replaces it if there is no such thing. */
export function FailedState({ query, back }: { query: Asked; back?: ReactNode }) {
  const online = useOnline()
  const failure = readFailure(query.error)
  const gone = failure.details.replace(/\.$/, '')
  if (back && online && failure.status === 404) return EmptyState({ icon: 'search', title: gone, children: back })
  return (
    <div className="state grid mid middle gap-3 text-centre" role="alert">
      <span className="state-mark centre edge-strong soft">
        <Icon name={online ? 'retry' : 'offline'} />
      </span>
      <h2>{online ? failure.title : 'Sin conexión'}</h2>
      <p>{online ? failure.details : 'Cuando vuelva la conexión, toca Reintentar.'}</p>
      <Button icon="retry" text="Reintentar" onClick={() => void query.refetch()} />
    </div>
  )
}

/** Shown above existing data when a refresh failed: the data may be old. */
export function StaleNotice({ query }: { query: Asked }) {
  if (!query.error) return null
  return (
    <div className="notice notice-aviso stale" role="status">
      <Icon name="offline" />
      <span>
        <strong>No se pudo actualizar.</strong> Lo que ves puede haber cambiado.
      </span>
      <Button look="link" text="Reintentar" onClick={() => void query.refetch()} />
    </div>
  )
}

/** A notice, its meaning, and possible actions. @param icon in place of the shape of its weight. */
export function Notice(props: {
  level?: 'aviso' | 'grave'
  icon?: IconName
  title: ReactNode
  children: ReactNode
  action?: ReactNode
  role?: 'alert' | 'status'
  className?: string
}) {
  const { level, icon, className } = props
  const classes = ['notice', level && `notice-${level}`, className].filter(Boolean).join(' ')
  return (
    <div className={classes} role={props.role}>
      {icon ? <Icon name={icon} /> : level && <VerdictShape level={level} word={false} />}
      <div>
        <strong>{props.title}</strong>
        <p className="soft small">{props.children}</p>
      </div>
      {props.action}
    </div>
  )
}

/** A grey shape in the size of the coming content. */
export function Bone({ width = '100%', height = '0.875rem' }: { width?: string; height?: string }) {
  return <span className="bone" style={{ width, height }} />
}

/** Wraps a skeleton, so that a screen reader announces the loading. */
export function Loading({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="status" aria-label={label} className="loading grid gap-3 from-top">
      {children}
    </div>
  )
}

/** Placeholder of data: a shape until it arrives, or the reason why it did not. */
export function Waiting(props: {
  query: Asked & { isError: boolean }
  label: string
  /** Class of its container, where the container comes with the data. */
  className?: string
  back?: ReactNode
}) {
  const { query, label, className, back } = props
  const shown = query.isError ? <FailedState query={query} back={back} /> : <Bones label={label} />
  return className ? <div className={className}>{shown}</div> : shown
}

/** The shape of something that is neither a list nor known. */
export function Bones({ label }: { label: string }) {
  return (
    <Loading label={label}>
      <Bone width="14rem" height="2.25rem" />
      <Bone height="9rem" />
    </Loading>
  )
}

const ROWS = [60, 52, 68, 45, 63, 55]

/** The shape of a list. */
export function RowBones({ label }: { label: string }) {
  return (
    <Loading label={label}>
      {ROWS.map((width) => (
        <div key={width} className="pad-3-4 line-below stack">
          <Bone width={`${width}%`} />
          <Bone width={`${width + 20}%`} />
        </div>
      ))}
    </Loading>
  )
}

/** Above a list: its shape until it comes, why it did not, or that it may be old. @param label while it loads. */
export function ListState({ query, label }: { query: Asked & { isPending: boolean; data: unknown }; label: string }) {
  if (query.isPending) return <RowBones label={label} />
  return query.data ? <StaleNotice query={query} /> : <FailedState query={query} />
}

/** Below a list that comes in parts: the way to the next one, while there is one. */
export function MoreButton(props: {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
  className: string
}) {
  const { query, className } = props
  if (!query.hasNextPage) return null
  return (
    <button
      type="button"
      className={className}
      aria-busy={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      {query.isFetchingNextPage ? 'Cargando…' : 'Ver más'}
    </button>
  )
}
