import { Link } from 'wouter'
import type { SenderRecord } from '#mail/sender-contract.ts'
import { CopyButton } from '#platform/panel/parts/copy-button.tsx'
import { BusyButton } from '#platform/panel/parts/field.tsx'
import { Notice } from '#platform/panel/parts/states.tsx'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import { useSender } from './settings-query.ts'
import './settings.css'

const LEVELS = { bien: 'bien', falta: 'aviso', mal: 'grave', 'no se sabe': 'aviso' } as const

/** Whether the world believes that the shop's mail is its own, and the record to add where it does not. Nothing while no mail server is set. */
export function SenderChecks() {
  const sender = useSender()
  const found = sender.data?.remitente
  if (!found) return null
  const missing = found.registros.some(({ valor }) => valor !== null)
  return (
    <section className="stack gap-3" aria-label={`Registros de ${found.dominio}`}>
      <h3>Que no caiga en no deseado</h3>
      {found.aviso ? (
        <Notice level="grave" title="Ese remitente no va con ese servidor">
          {found.aviso}
        </Notice>
      ) : null}
      {found.registros.length === 0 && !found.aviso ? (
        <p className="faint small">Los registros de {found.dominio} son de su servicio: no tienes que hacer nada.</p>
      ) : null}
      {missing ? (
        <p className="faint small">
          Agrega cada registro donde compraste {found.dominio}, en «DNS» o «Zona DNS». Tarda de unos minutos a un día en
          verse.
        </p>
      ) : null}
      <ul className="stack gap-3">
        {found.registros.map((record) => (
          <RecordLine key={record.que} record={record} />
        ))}
      </ul>
      {found.registros.length > 0 ? (
        <div className="row">
          <BusyButton pending={sender.isFetching} onClick={() => void sender.refetch()}>
            Mirar otra vez
          </BusyButton>
        </div>
      ) : null}
    </section>
  )
}

/** The same in a line, for who is beginning: what is missing, and where it is said what to add. */
export function SenderLine() {
  const found = useSender().data?.remitente
  const missing =
    found?.registros.filter(({ estado }) => estado === 'falta' || estado === 'mal').map(({ que }) => que) ?? []
  if (!found || (missing.length === 0 && found.aviso === null)) return null
  return (
    <p className="small">
      <VerdictShape level="aviso" />{' '}
      {found.aviso ?? `A ${found.dominio} le falta ${missing.join(', ')}: tus correos pueden caer en no deseado.`}{' '}
      <Link href="/servidor" className="link">
        Ver qué agregar
      </Link>
    </p>
  )
}

function RecordLine({ record: { que, estado, dice, nombre, tipo, valor } }: { record: SenderRecord }) {
  return (
    <li className="stack gap-1">
      <p>
        <strong>{que}</strong> <VerdictShape level={LEVELS[estado]} /> <span className="soft small">{dice}</span>
      </p>
      {valor === null ? null : (
        <dl className="setting-record card">
          <div>
            <dt className="faint small">Tipo</dt>
            <dd>{tipo}</dd>
          </div>
          <div>
            <dt className="faint small">Nombre</dt>
            <dd>
              {nombre} <CopyButton value={nombre} name={`Copiar el nombre de ${que}`} />
            </dd>
          </div>
          <div>
            <dt className="faint small">Valor</dt>
            <dd>
              {valor} <CopyButton value={valor} name={`Copiar el registro ${que}`} />
            </dd>
          </div>
        </dl>
      )}
    </li>
  )
}
