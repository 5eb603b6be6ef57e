import { byMail } from '#mail/mail-leaves.ts'
import { counted, formatCount } from '#platform/money.ts'
import { useOnline } from '#platform/panel/device.ts'
import { useKeys } from '#platform/panel/keys.ts'
import { sumsOf } from '#purchases/panel/wording.ts'
import type { Suggestion } from '../contract.ts'

/**
 * How many are picked, their sum, the effects of confirming them, and one button.
 * @param total how many exact ones there are; `read` as long as all of them have been read.
 */
export function ActBar(props: {
  picked: readonly Suggestion[]
  pairs: readonly Suggestion[]
  total: number
  reading: boolean
  onAll: () => void
  onNone: () => void
  /** Opens the dialog that asks once more. */
  onConfirm: () => void
}) {
  const { picked, pairs } = props
  const online = useOnline()
  const off = props.reading || picked.length === 0 || !online
  const confirm = () => !off && props.onConfirm()
  useKeys({ a: confirm, escape: props.onNone }, 'input:not([type="checkbox"]), textarea, select, dialog')
  const reports = picked.map(({ compra }) => compra)
  const [first, ...rest] = sumsOf(reports)
  const tickets = reports.reduce((sum, { cantidad_tickets }) => sum + cantidad_tickets, 0)
  const count = counted(picked.length, 'exacta')
  const mails = byMail(picked.length === 1 ? ' y envía 1 correo' : ` y envía ${formatCount(picked.length)} correos`)
  return (
    <footer className="act narrow-wrap stays surface pad-edge-3 line-above row gap-4">
      <label className="narrow-line press row gap-3 grow target">
        <input
          type="checkbox"
          aria-label="Elegir todas las exactas"
          checked={picked.length === pairs.length}
          ref={(box) => {
            if (box) box.indeterminate = picked.length > 0 && picked.length < pairs.length
          }}
          onChange={picked.length === pairs.length ? props.onNone : props.onAll}
        />
        <span aria-live="polite">
          {props.reading ? (
            <span className="soft">
              Leyendo {formatCount(pairs.length)} de {formatCount(props.total)}…
            </span>
          ) : picked.length === 0 ? (
            <span className="soft">Ninguna elegida.</span>
          ) : (
            <>
              <strong>{count}</strong> <span className="soft">{picked.length === 1 ? 'suma' : 'suman'}</span>{' '}
              <strong className="whole">{first}</strong>{' '}
              <span className="faint">
                {rest.map((sum) => `· ${sum} `)}· sortea {counted(tickets, 'número')}
                {mails}
              </span>
            </>
          )}
          {online ? null : <span className="faint"> Sin conexión: no se puede confirmar.</span>}
        </span>
      </label>
      <button type="button" className="mid-none btn btn-plain" disabled={picked.length === 0} onClick={props.onNone}>
        Quitar selección
        <kbd>Esc</kbd>
      </button>
      <button type="button" className="act-go btn btn-go" aria-disabled={off} aria-haspopup="dialog" onClick={confirm}>
        Confirmar {formatCount(picked.length)}
        <kbd>A</kbd>
      </button>
    </footer>
  )
}
