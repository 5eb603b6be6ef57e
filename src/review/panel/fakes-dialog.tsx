import { useState } from 'react'
import { formatCount } from '#platform/money.ts'
import { Dialog } from '#platform/web/panel-dialog.tsx'
import { FailedState, Loading } from '#platform/web/panel-states.tsx'
import { ticketCount } from '#purchases/panel/wording.ts'
import type { Trait } from '../contract.ts'
import { type Suspect, useFakeRun, useGroup } from './alike-query.ts'
import { FakeProgress } from './fake-progress.tsx'
import './fakes.css'

/** Lines that are drawn; the rest is counted. */
const SHOWN = 200
const SPANS = [5, 10, 30, 60] as const

const TITLES: Record<Trait, string> = {
  direccion: 'Llegaron desde la misma conexión',
  comprobante: 'Enviaron el mismo archivo',
  imagen: 'Enviaron una imagen parecida',
  datos: 'Tienen la misma cédula, teléfono o correo',
  momento: 'Llegaron en los mismos minutos',
}

/** What honest buyers share too: captures of one bank's app look alike, and many pay in the minutes after a live stream. */
const SHARED_BY_HONEST: ReadonlySet<Trait> = new Set(['imagen', 'momento'])

/** The reports of one group, to be looked at and rejected together. */
export function GroupDialog({ id, por, onClose }: { id: number; por: Trait; onClose: () => void }) {
  const [minutes, setMinutes] = useState<number>(10)
  const group = useGroup(id, por, minutes)
  const suspects = group.data?.pages.flatMap(({ compras }) => compras)
  const whole = group.data && !group.hasNextPage
  return (
    <Dialog label="Parecidos a este" onClose={onClose} sticky>
      <div className="dialog-body">
        <h2>{TITLES[por]}</h2>
        {por === 'momento' ? (
          <label className="field fakes-span">
            <span>Antes y después de este reporte</span>
            <select className="input" value={minutes} onChange={(event) => setMinutes(Number(event.target.value))}>
              {SPANS.map((span) => (
                <option key={span} value={span}>
                  {span} minutos
                </option>
              ))}
            </select>
          </label>
        ) : null}
        {group.isError ? (
          <>
            <FailedState error={group.error} onRetry={() => void group.refetch()} />
            <Actions onClose={onClose} />
          </>
        ) : whole && suspects ? (
          <PickFakes
            key={`${minutes} ${suspects.length}`}
            suspects={suspects}
            preselect={!SHARED_BY_HONEST.has(por)}
            onClose={onClose}
          />
        ) : (
          <>
            <Loading label="Buscando los parecidos">
              <p className="soft">Buscando… {suspects ? formatCount(suspects.length) : ''}</p>
            </Loading>
            <Actions onClose={onClose} />
          </>
        )}
      </div>
    </Dialog>
  )
}

/** Reports that were picked in the queue. */
export function PickedDialog({ suspects, onClose }: { suspects: readonly Suspect[]; onClose: () => void }) {
  // Rejected ones leave the queue, and this still speaks of them.
  const [those] = useState(suspects)
  return (
    <Dialog label="Rechazar como falsos" onClose={onClose} sticky>
      <div className="dialog-body">
        <h2>Rechazar como falsos</h2>
        <PickFakes suspects={those} preselect onClose={onClose} />
      </div>
    </Dialog>
  )
}

function Actions({ onClose }: { onClose: () => void }) {
  return (
    <div className="dialog-actions">
      <button type="button" className="button" onClick={onClose}>
        Volver
      </button>
    </div>
  )
}

/** Who is rejected, picked one by one or all; then one confirmation, and what happened to each. */
function PickFakes({
  suspects,
  preselect,
  onClose,
}: {
  suspects: readonly Suspect[]
  preselect: boolean
  onClose: () => void
}) {
  const [picked, setPicked] = useState<ReadonlySet<number>>(
    () => new Set(preselect ? suspects.filter(({ conocido, revisa }) => !conocido && !revisa).map(({ id }) => id) : []),
  )
  const { run, start, goOn, halt } = useFakeRun()
  const chosen = suspects.filter(({ id }) => picked.has(id))
  if (run) {
    return <FakeProgress run={run} suspects={chosen} onGoOn={() => goOn(chosen)} onHalt={halt} onClose={onClose} />
  }
  const tickets = chosen.reduce((sum, { cantidad_tickets }) => sum + cantidad_tickets, 0)
  const spared = suspects.length - chosen.length
  function toggle(id: number) {
    const now = new Set(picked)
    if (!now.delete(id)) now.add(id)
    setPicked(now)
  }
  return (
    <>
      <p className="soft">
        {chosen.length === 0
          ? 'Elige al menos uno.'
          : `Se rechazan ${formatCount(chosen.length)} de ${formatCount(suspects.length)}. Sus ${ticketCount(tickets)} quedan libres al momento, sin tiempo para corregir, y no se puede deshacer.`}
      </p>
      <p className="fakes-all">
        <button
          type="button"
          className="text-link"
          onClick={() => setPicked(new Set(suspects.map(({ id }) => id)))}
          disabled={spared === 0}
        >
          Elegir todos ({formatCount(suspects.length)})
        </button>
        <button type="button" className="text-link" onClick={() => setPicked(new Set())} disabled={chosen.length === 0}>
          Ninguno
        </button>
      </p>
      <ul className="bulk-list fakes-list">
        {suspects.slice(0, SHOWN).map((suspect) => (
          <li key={suspect.id}>
            <label>
              <input type="checkbox" checked={picked.has(suspect.id)} onChange={() => toggle(suspect.id)} />
              <span>
                {suspect.nombre} <span className="faint">{suspect.codigo}</span>
                <br />
                <span className="faint small">
                  {ticketCount(suspect.cantidad_tickets)}
                  {suspect.referencia ? ` · ref. ${suspect.referencia}` : ''}
                </span>
                {suspect.conocido ? <span className="fakes-mark small">Ya compró antes</span> : null}
                {suspect.revisa ? <span className="fakes-mark small">La mira {suspect.revisa}</span> : null}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {suspects.length > SHOWN ? (
        <p className="faint small">Y {formatCount(suspects.length - SHOWN)} más, elegidos igual que los de arriba.</p>
      ) : null}
      <p className="faint small">
        Solo le escribimos a quien ya compró antes; los demás lo ven en su página privada. Los confirmados nunca entran.
      </p>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          Volver
        </button>
        <button
          type="button"
          className="button button-bad-full"
          disabled={chosen.length === 0}
          onClick={() => start(chosen)}
        >
          Rechazar {formatCount(chosen.length)} como falsos
        </button>
      </div>
    </>
  )
}
