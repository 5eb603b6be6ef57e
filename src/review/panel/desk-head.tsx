import { Link } from 'wouter'
import { BackLink, Icon } from '#platform/panel/parts/icon.tsx'
import { formatWait, useServerClock } from '#platform/panel/time.ts'
import { stateName } from '#purchases/state-names.ts'
import type { ReviewedPurchase } from '../contract.ts'
import { LATE_AFTER } from '../late.ts'

/** On a phone and a tablet: where one is in the queue, and the ways back and on. */
export function DeskHead(props: {
  purchase: ReviewedPurchase | undefined
  /** Place in the queue from 0; -1 for one that is not in it. */
  place: number
  total: number
  /** Addresses. */
  back: string
  previous: string | undefined
  next: string | undefined
}) {
  const { purchase, place } = props
  const now = useServerClock(15_000)
  const wait = purchase ? now - Date.parse(purchase.en_revision_desde) : 0
  const waiting = purchase?.estado === 'en revision'
  return (
    <header className="desk-head tiny-wrap unseen">
      <BackLink to={props.back} label="Volver a la lista" />
      <p>
        {place >= 0 ? (
          <strong>
            {place + 1} de {props.total}
          </strong>
        ) : (
          <strong>{purchase ? stateName(purchase) : 'Pago'}</strong>
        )}{' '}
        {waiting ? (
          <span className={`whole ${wait > LATE_AFTER ? 'accent' : 'faint'}`}>espera {formatWait(wait)}</span>
        ) : null}
      </p>
      <Step label="Anterior" path={props.previous} flip={false} />
      <Step label="Siguiente" path={props.next} flip />
    </header>
  )
}

function Step({ label, path, flip }: { label: string; path: string | undefined; flip: boolean }) {
  const icon = (
    <span className={flip ? 'flip grid' : 'grid'}>
      <Icon name="back" />
    </span>
  )
  return path === undefined ? (
    <button type="button" className="icon-btn" disabled aria-label={label}>
      {icon}
    </button>
  ) : (
    <Link href={path} className="icon-btn" aria-label={label}>
      {icon}
    </Link>
  )
}

/** Below the list: that there are keys, and which. */
export function KeysFoot({ onOpen }: { onOpen: () => void }) {
  return (
    <p className="queue-foot pad-x-4 narrow-none line-above fixed row gap-1 faint small">
      <kbd>J</kbd> <kbd>K</kbd> moverse
      <button type="button" className="control-high to-end inline" onClick={onOpen}>
        <Icon name="keyboard" />
        teclas
      </button>
    </p>
  )
}
