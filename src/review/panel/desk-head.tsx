import { Link } from 'wouter'
import { Dialog } from '#platform/panel/parts/dialog.tsx'
import { BackLink, Icon } from '#platform/panel/parts/icon.tsx'
import { formatWait, useServerClock } from '#platform/panel/time.ts'
import { STATE_NAMES } from '#purchases/state-names.ts'
import type { ReviewedPurchase } from '../contract.ts'
import { LATE_AFTER } from '../late.ts'

const KEYS: [key: string, deed: string][] = [
  ['J', 'Siguiente pago'],
  ['K', 'Pago anterior'],
  ['A', 'Aprobar'],
  ['R', 'Rechazar'],
  ['F', 'Rechazar como falso'],
  ['C', 'Pedir corrección'],
  ['U', 'Deshacer la última decisión'],
  ['Z', 'Acercar o alejar el comprobante'],
  ['+ −', 'Acercar o alejar por pasos'],
  ['G', 'Girar el comprobante'],
  ['D', 'Comparar con el comprobante parecido'],
  ['X', 'Elegir este pago para decidir varios'],
  ['?', 'Esta lista'],
]

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
    <header className="desk-head">
      <BackLink to={props.back} label="Volver a la lista" />
      <p>
        {place >= 0 ? (
          <strong>
            {place + 1} de {props.total}
          </strong>
        ) : (
          <strong>{purchase ? STATE_NAMES[purchase.estado] : 'Pago'}</strong>
        )}{' '}
        {waiting ? <span className={wait > LATE_AFTER ? 'late' : 'faint'}>espera {formatWait(wait)}</span> : null}
      </p>
      <Step label="Anterior" path={props.previous} flip={false} />
      <Step label="Siguiente" path={props.next} flip />
    </header>
  )
}

function Step({ label, path, flip }: { label: string; path: string | undefined; flip: boolean }) {
  const icon = (
    <span className={flip ? 'flip' : ''}>
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

/** What each key does on the desk. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog label="Teclas" onClose={onClose}>
      <div className="dialog-body">
        <h2>Teclas</h2>
        <dl className="keys stack">
          {KEYS.map(([key, deed]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{deed}</dd>
            </div>
          ))}
        </dl>
        <p className="faint small">
          ¿Prefieres que ninguna letra decida? Apágalas en <Link href="/cuenta">tu cuenta</Link>.
        </p>
        <div className="dialog-actions">
          <button type="button" className="btn btn-go" onClick={onClose}>
            Listo
          </button>
        </div>
      </div>
    </Dialog>
  )
}

/** Below the list: that there are keys, and which. */
export function KeysFoot({ onOpen }: { onOpen: () => void }) {
  return (
    <p className="queue-foot line-above fixed row gap-1 faint small">
      <kbd>J</kbd> <kbd>K</kbd> moverse
      <button type="button" className="queue-keys to-end inline" onClick={onOpen}>
        <Icon name="keyboard" />
        teclas
      </button>
    </p>
  )
}
