import { useState } from 'react'
import { useAsk } from '#access/panel/ask.ts'
import { TellDialog } from '#platform/panel/parts/ask-dialog.tsx'
import { Failure } from '#platform/panel/parts/field.tsx'
import { SearchField } from '#platform/panel/parts/filters.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { RowBones } from '#platform/panel/parts/states.tsx'
import { formatMoment } from '#platform/panel/time.ts'
import { formatCedula } from '#purchases/cedula.ts'
import { formatSum } from '#purchases/panel/wording.ts'
import { STATE_NAMES } from '#purchases/state-names.ts'
import type { ShownMovement } from '../../contract.ts'
import { amountToSearch } from '../amounts.ts'
import { DoubtMark } from '../repeated.tsx'
import { tellMovement } from '../verdict-words.ts'
import { JoinDialog, type JoinedReport } from './join-dialog.tsx'
import './join.css'

/**
 * Finds the report of money that came in, also one that was decided before it came: by a code, a name, a cédula, a reference or an amount. It
 * searches its amount at first.
 */
export function FindReport({ movement, onClose }: { movement: ShownMovement; onClose: () => void }) {
  const [search, setSearch] = useState(() => amountToSearch(movement.monto))
  const [picked, setPicked] = useState<JoinedReport | null>(null)
  const found = useAsk('GET /api/panel/conciliacion/reportes', {
    query: { buscar: search },
    enabled: search.trim().length > 1,
  })
  const reports = found.data?.reportes ?? []
  if (picked) return <JoinDialog report={picked} money={[movement]} reasons={[]} onClose={onClose} />
  return (
    <TellDialog label="Buscar su reporte" title="¿De qué compra es este pago?" done="Volver" onClose={onClose}>
      <div>
        <p className="soft">{tellMovement(movement)}</p>
        <DoubtMark movement={movement} />
      </div>
      <SearchField
        label="Buscar el reporte"
        placeholder="Código, nombre, cédula…"
        value={search}
        onSearch={setSearch}
      />
      <Failure of={found.error} />
      {found.isFetching && !found.data ? <RowBones label="Buscando" /> : null}
      {found.data && reports.length === 0 ? (
        <p className="soft compact" role="status">
          Ningún reporte espera dinero con eso. Prueba con su código, su nombre o su cédula.
        </p>
      ) : null}
      <ul className="short-list lines">
        {reports.map((report) => (
          <li key={report.id}>
            <button type="button" className="join-pick full text-start row lit" onClick={() => setPicked(report)}>
              <span className="grow">
                <strong>{report.nombre}</strong>
                <span className="faint small">
                  {report.codigo} · {formatCedula(report.cedula)} · {formatMoment(report.en_revision_desde)}
                </span>
                {report.estado === 'en revision' ? null : (
                  <span className="verdict-aviso small">{STATE_NAMES[report.estado]}</span>
                )}
              </span>
              <span className="join-owed grid from-end">
                {report.monto === null ? 'Sin tasa' : formatSum(report.monto, report.monto_moneda)}
                {report.devuelto === null ? null : (
                  <span className="verdict-aviso small">
                    devuelto {formatSum(report.devuelto, report.monto_moneda)}
                  </span>
                )}
                {report.falta === null || report.falta === report.monto ? null : (
                  <span className="verdict-aviso small">faltan {formatSum(report.falta, report.monto_moneda)}</span>
                )}
              </span>
              <Icon name="next" />
            </button>
          </li>
        ))}
      </ul>
    </TellDialog>
  )
}
