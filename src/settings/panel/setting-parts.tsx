import type { ReactNode } from 'react'
import { Notice } from '#platform/panel/parts/states.tsx'
import { formatMoment } from '#platform/panel/time.ts'
import type { PanelSetting } from '../contract.ts'
import './settings.css'

/** A setting that the environment fixes: it cannot be changed here. */
export function FixedSetting({
  variable,
  lines,
}: {
  variable: string
  lines: readonly (readonly [string, ReactNode])[]
}) {
  return (
    <div className="stack gap-3">
      <dl className="setting-lines">
        {lines.map(([name, value]) => (
          <div className="pad-y-2" key={name}>
            <dt className="faint small">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="faint small">Lo fija el servidor ({variable}).</p>
    </div>
  )
}

/** `Lo guardó Marisela · hoy, 3:20 p. m.` */
export function savedBy({ guardado_por, guardado_en }: PanelSetting): string {
  return guardado_en === null ? '' : `Lo guardó ${guardado_por} · ${formatMoment(guardado_en)}`
}

export function Unreadable() {
  return (
    <Notice level="grave" title="Lo guardado no se puede abrir">
      La llave de esta instalación es otra, o alguien cambió la base de datos. Escríbelo de nuevo.
    </Notice>
  )
}
