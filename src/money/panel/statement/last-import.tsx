import { counted, formatCount } from '#platform/money.ts'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { formatMoment } from '#platform/panel/time.ts'
import { useStatements } from './statements.ts'
import './statement.css'

/** The last import, and its result; nothing while no statement was imported. */
export function LastImport() {
  const last = useStatements(false).data?.importaciones[0]
  if (!last) return null
  const facts = [
    `${formatCount(last.nuevos)} de ${formatCount(last.leidos)} ${last.leidos === 1 ? 'fila era nueva' : 'filas eran nuevas'}`,
    last.repetidos + last.conocidos > 0
      ? counted(last.repetidos + last.conocidos, 'ya había entrado', 'ya habían entrado')
      : '',
    last.rechazados > 0 ? counted(last.rechazados, 'quedó sin leer', 'quedaron sin leer') : '',
    last.omitidos > 0 ? `${formatCount(last.omitidos)} aparte` : '',
  ].filter(Boolean)
  return (
    <section className="row-top gap-3" aria-label="Último extracto">
      <span className="square fixed soft round raised centre">
        <Icon name="file" />
      </span>
      <div className="grow">
        <strong className="breaks">{last.archivo}</strong>
        <p className="soft small">{facts.join(' · ')}</p>
        <p className="faint small">
          {formatMoment(last.terminado_en ?? last.empezado_en)} · {last.por}
        </p>
      </div>
    </section>
  )
}
