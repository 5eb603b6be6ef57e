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
      {missing ? <p className="faint small">{whereToAdd(found.dominio)}</p> : null}
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

/** The same for who is beginning: how the three are, and what to add where one is missing. */
export function SenderLine() {
  const found = useSender().data?.remitente
  if (!found) return null
  const { dominio, registros, aviso } = found
  const missing = registros.filter(({ estado }) => estado === 'falta' || estado === 'mal')
  return (
    <div className="stack gap-1 small">
      {aviso === null ? null : (
        <p>
          <VerdictShape level="aviso" /> {aviso}
        </p>
      )}
      {registros.length === 0 ? null : (
        <ul className="row wrap gap-3" aria-label={`Registros de ${dominio}`}>
          {registros.map(({ que, estado }) => (
            <li key={que}>
              <VerdictShape level={LEVELS[estado]} word={false} /> {que} <span className="soft">{estado}</span>
            </li>
          ))}
        </ul>
      )}
      {missing.length === 0 ? null : (
        <details>
          <summary>Qué agregar para que tus correos no caigan en no deseado</summary>
          <p className="faint">{whereToAdd(dominio)}</p>
          <ul className="stack gap-3">
            {missing.map((record) => (
              <RecordLine key={record.que} record={record} />
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

const whereToAdd = (dominio: string) =>
  `Agrega cada registro donde compraste ${dominio}, en «DNS» o «Zona DNS». Tarda de unos minutos a un día en verse.`

function RecordLine({ record: { que, estado, dice, nombre, tipo, valor, pedir } }: { record: SenderRecord }) {
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
      {pedir === null ? null : (
        <div className="setting-record card row gap-3 small">
          <p className="grow">{pedir}</p>
          <CopyButton value={pedir} name="Copiar lo que se pide al servicio de correo" />
        </div>
      )}
    </li>
  )
}
