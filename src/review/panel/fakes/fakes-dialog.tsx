import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask, refresh } from '#access/panel/ask.ts'
import { byMail } from '#mail/mail-leaves.ts'
import { counted, formatCount } from '#platform/money.ts'
import { Button } from '#platform/panel/parts/button.tsx'
import { Dialog } from '#platform/panel/parts/dialog.tsx'
import { IconButton } from '#platform/panel/parts/icon.tsx'
import { RunProgress, useRun } from '#platform/panel/parts/run.tsx'
import { FailedState, Loading } from '#platform/panel/parts/states.tsx'
import { formatMoment } from '#platform/panel/time.ts'
import { sumOf } from '#purchases/panel/wording.ts'
import type { Trait } from '../../contract.ts'
import { SHARED_BY_HONEST, type Suspect, TRAIT_TITLES, useGroup } from '../claim/alike.tsx'
import { RefusedList } from '../decision/bulk-result.tsx'
import { LookDialog } from '../proof/compare-dialog.tsx'
import { sayRejection } from '../wording.ts'
import '../desk.css'

/** Reports that one request rejects. */
const AT_ONCE = 200
/** Lines that are drawn; the rest is counted. */
const SHOWN = 200

/** The reports of one group, to be looked at and rejected together. */
export function GroupDialog({ id, por, onClose }: { id: number; por: Trait; onClose: () => void }) {
  const group = useGroup(id, por)
  const suspects = group.data?.pages.flatMap(({ compras }) => compras)
  const whole = group.data && !group.hasNextPage
  return (
    <Dialog label="Parecidos a este" onClose={onClose} sticky>
      <div className="dialog-body">
        <h2>{TRAIT_TITLES[por]}</h2>
        {group.isError ? (
          <>
            <FailedState query={group} />
            <Actions onClose={onClose} />
          </>
        ) : whole && suspects ? (
          <PickFakes key={suspects.length} suspects={suspects} caution={SHARED_BY_HONEST[por]} onClose={onClose} />
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
        <PickFakes suspects={those} caution="" onClose={onClose} />
      </div>
    </Dialog>
  )
}

function Actions({ onClose }: { onClose: () => void }) {
  return (
    <div className="dialog-actions">
      <Button text="Volver" onClick={onClose} />
    </div>
  )
}

/** The reports to reject, picked one by one or all; then one confirmation, and the result of each. */
function PickFakes({
  suspects,
  caution,
  onClose,
}: {
  suspects: readonly Suspect[]
  /** Why nobody is picked at first; empty where only known buyers and open payments are left out. */
  caution: string
  onClose: () => void
}) {
  const [picked, setPicked] = useState<ReadonlySet<number>>(
    () => new Set(caution ? [] : suspects.filter(({ conocido, revisa }) => !conocido && !revisa).map(({ id }) => id)),
  )
  const [looked, setLooked] = useState<number | null>(null)
  const client = useQueryClient()
  const chosen = suspects.filter(({ id }) => picked.has(id))
  const { run, go, halt } = useRun({
    lines: chosen,
    portion: AT_ONCE,
    send: async (some) => {
      const compras = some.map(({ id, version }) => ({ id, version }))
      return (await ask('POST /api/panel/revision/falsas', { body: { compras } })).resultados
    },
    onEnd: () =>
      void refresh(client, [
        'GET /api/panel/revision',
        'GET /api/panel/compras/:id',
        'GET /api/panel/compras/:id/parecidos',
      ]),
  })
  if (run) {
    const codeOf = new Map(chosen.map(({ id, codigo }) => [id, codigo]))
    return (
      <>
        <p role="status">
          <strong className="bold">
            {formatCount(run.told.filter(({ hecha }) => hecha).length)} de {formatCount(run.total)} rechazados
          </strong>
          {run.going ? '…' : ''}
        </p>
        <RunProgress
          run={run}
          label="Reportes rechazados"
          className="btn btn-bad-full"
          onGoOn={go}
          onHalt={halt}
          onClose={onClose}
        >
          <RefusedList results={run.told} nameOf={(id) => codeOf.get(id)} className="short-list" />
        </RunProgress>
      </>
    )
  }
  const spared = suspects.length - chosen.length
  const raffles = new Set(suspects.map(({ rifa_id }) => rifa_id)).size
  function toggle(id: number) {
    const now = new Set(picked)
    if (!now.delete(id)) now.add(id)
    setPicked(now)
  }
  return (
    <>
      {caution ? <p className="warn strong small">{caution}</p> : null}
      <p className="soft small">
        {byMail(
          'Le escribimos solo a quien ya compró antes. Un comprador honrado que compra por primera vez no recibe correo: se entera si abre su página privada.',
          'Un comprador honrado se entera si abre su página privada.',
        )}{' '}
        Los confirmados nunca entran.
      </p>
      <p className="flow gap-4">
        <Button
          look="link"
          text={`Elegir todos (${formatCount(suspects.length)})`}
          onClick={() => setPicked(new Set(suspects.map(({ id }) => id)))}
          disabled={spared === 0}
        />
        <Button look="link" text="Ninguno" onClick={() => setPicked(new Set())} disabled={chosen.length === 0} />
      </p>
      <ul className="fakes-list round edge compact lines">
        {suspects.slice(0, SHOWN).map((suspect) => (
          <SuspectRow
            key={suspect.id}
            suspect={suspect}
            withRaffle={raffles > 1}
            picked={picked.has(suspect.id)}
            onPick={() => toggle(suspect.id)}
            onLook={() => setLooked(suspect.id)}
          />
        ))}
      </ul>
      {suspects.length > SHOWN ? (
        <p className="faint small">
          Y {formatCount(suspects.length - SHOWN)} más que no se muestran; de ellos,{' '}
          {formatCount(suspects.slice(SHOWN).filter(({ id }) => picked.has(id)).length)} elegidos.
        </p>
      ) : null}
      <div className="dialog-foot pad-end-4 surface line-above stack">
        <p className="small" aria-live="polite">
          {sayRejection(chosen, suspects.length)}
        </p>
        <div className="dialog-actions">
          <Button text="Volver" onClick={onClose} />
          <Button look="bad-full" disabled={chosen.length === 0} onClick={go}>
            {chosen.length === 0
              ? 'Rechazar como falsos'
              : chosen.length === 1
                ? 'Rechazar 1 como falso'
                : `Rechazar ${formatCount(chosen.length)} como falsos`}
          </Button>
        </div>
      </div>
      {looked === null ? null : <LookDialog id={looked} onClose={() => setLooked(null)} />}
    </>
  )
}

/** A report that may be a fake: its telling data, a mark to pick it, and a button to see its proof. */
function SuspectRow(props: {
  suspect: Suspect
  /** Whether the list is of several raffles. */
  withRaffle: boolean
  picked: boolean
  onPick: () => void
  onLook: () => void
}) {
  const { suspect } = props
  const facts = [
    [suspect.codigo, ...(suspect.referencia ? [`ref. ${suspect.referencia}`] : [])],
    [
      formatMoment(suspect.creado_en),
      suspect.en_espera
        ? `espera ${counted(suspect.cantidad_tickets, 'boleto')}`
        : counted(suspect.cantidad_tickets, 'boleto'),
      ...(props.withRaffle ? [suspect.rifa_titulo] : []),
    ],
  ]
  return (
    <li>
      <label>
        <input type="checkbox" checked={props.picked} onChange={props.onPick} />
        <span className="grow">
          <span className="gap-x-2 flow wrap apart">
            <span>{suspect.nombre}</span>
            <strong className="to-end whole">{sumOf(suspect)}</strong>
          </span>
          {facts.map((some) => (
            <span key={some[0]} className="block faint small">
              {some.join(' · ')}
            </span>
          ))}
          {suspect.conocido ? <span className="accent block strong small">Ya compró antes</span> : null}
          {suspect.revisa ? <span className="accent block strong small">La está viendo {suspect.revisa}</span> : null}
        </span>
      </label>
      <IconButton
        icon="picture"
        label={`Ver el comprobante de ${suspect.nombre}, ${suspect.codigo}`}
        title="Ver el comprobante"
        onClick={props.onLook}
      />
    </li>
  )
}
