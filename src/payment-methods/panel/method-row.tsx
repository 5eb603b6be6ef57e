import { useRef } from 'react'
import { Link } from 'wouter'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import type { PanelMethod } from '../contract.ts'
import { FORM_RULES } from '../method-forms.ts'
import { PAGE_PATHS } from '../method-lines.ts'
import { paymentRows } from '../payment-rows.ts'

/** One account in the buyers' order, with its way up and down. */
export function MethodRow(props: { method: PanelMethod; first: boolean; last: boolean; onMove: (by: -1 | 1) => void }) {
  const { method } = props
  const where = paymentRows(method).map(({ shown }) => shown)
  const kind = FORM_RULES[method.forma].name
  return (
    <li className="method-row">
      <div className="method-moves fixed">
        <Move method={method} by={-1} blocked={props.first} onMove={props.onMove} />
        <Move method={method} by={1} blocked={props.last} onMove={props.onMove} />
      </div>
      <Link href={`/cobros/${method.id}`} className="method-open lit">
        <span className="method-name">
          <strong>{method.titulo}</strong>
          {kind === method.titulo ? null : <span className="faint small">{kind}</span>}
        </span>
        <span className={where.length > 0 ? 'method-where cut' : 'method-where cut faint'}>
          {where.length > 0 ? where.join(' · ') : 'Sin datos todavía'}
        </span>
        <span className="method-pages faint">{method.paginas.map((page) => PAGE_PATHS[page]).join(', ')}</span>
        <Standing method={method} />
        <Icon name="next" />
      </Link>
    </li>
  )
}

/** How it stands, in a shape and a word. */
function Standing({ method }: { method: PanelMethod }) {
  if (method.alterado)
    return (
      <span className="method-standing inline compact verdict-grave">
        <VerdictShape level="grave" word={false} />
        Cambió fuera del panel
      </span>
    )
  if (method.paginas.length > 0)
    return (
      <span className="method-standing inline compact">
        <VerdictShape level={method.faltan.length > 0 ? 'aviso' : 'bien'} word={false} />
        {method.faltan.length > 0 ? 'Activo, incompleto' : 'Activo'}
      </span>
    )
  return (
    <span className="method-standing inline compact faint">
      <span className="method-off" />
      {method.faltan.length > 0 ? 'Apagado, faltan datos' : 'Apagado'}
    </span>
  )
}

function Move(props: { method: PanelMethod; by: -1 | 1; blocked: boolean; onMove: (by: -1 | 1) => void }) {
  const { method, by } = props
  const button = useRef<HTMLButtonElement>(null)
  return (
    <button
      ref={button}
      type="button"
      className="icon-btn"
      aria-label={`${by === -1 ? 'Subir' : 'Bajar'} ${method.titulo}`}
      // Not `disabled`: the button that was just pressed keeps the focus at the end of its way.
      aria-disabled={props.blocked}
      onClick={() => {
        if (props.blocked) return
        props.onMove(by)
        requestAnimationFrame(() => button.current?.focus())
      }}
    >
      <Icon name={by === -1 ? 'up' : 'down'} />
    </button>
  )
}
