import { useAsk, useDeed } from '#access/panel/ask.ts'
import { AskButton, ButtonLink } from '#platform/panel/parts/button.tsx'
import { BackHead } from '#platform/panel/parts/icon.tsx'
import { EmptyState, StaleNotice, Waiting } from '#platform/panel/parts/states.tsx'
import { formatMoment } from '#platform/panel/time.ts'
import { formatCedula } from '../../cedula.ts'
import type { BlockedPerson } from '../../panel-contract.ts'
import { formatPhone } from '../wording.ts'
import { BLOCKS, BlockDialog } from './block-dialog.tsx'
import '../sheet/sheet.css'
import { AskDialog } from '#platform/panel/parts/ask-dialog.tsx'

/** People who may not buy: why, since when and blocked by whom. @param canChange whether the viewer may block and unblock. */
export function BlockedScreen({ judges: canChange }: { judges: boolean }) {
  const blocked = useAsk('GET /api/panel/bloqueados')
  const people = blocked.data?.bloqueados ?? []
  return (
    <div className="page">
      <BackHead to="/compras" back="Volver a las compras" title="Personas bloqueadas">
        {canChange ? <AskButton icon="plus" text="Bloquear" ask={(close) => <BlockDialog onClose={close} />} /> : null}
      </BackHead>
      <p className="soft small">
        Lo que reporten se toma y llega a Revisión marcado. A mano no se les vende. Ellas no ven ninguna diferencia.
      </p>
      {!blocked.data ? (
        <Waiting query={blocked} label="Cargando la lista" />
      ) : people.length === 0 ? (
        <EmptyState icon="shield" title="Nadie está bloqueado">
          <p>Desde una compra se bloquea a quien la hizo; aquí, a quien conozcas por su cédula.</p>
        </EmptyState>
      ) : (
        <>
          <StaleNotice query={blocked} />
          <ul className="card card-wide lines" aria-label="Personas bloqueadas">
            {people.map((person) => (
              <li key={person.id} className="row-start pad-3-4 flow wrap">
                <Person person={person} />
                {canChange ? (
                  <AskButton
                    text="Desbloquear"
                    aria-label={`Desbloquear a ${nameOf(person)}`}
                    ask={(close) => <UnblockDialog id={person.id} who={nameOf(person)} onClose={close} />}
                  />
                ) : null}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

const nameOf = ({ nombre, cedula }: BlockedPerson) => (nombre === '' ? formatCedula(cedula) : nombre)

function Person({ person }: { person: BlockedPerson }) {
  const { cedula, nombre, telefono, correo, compra_id } = person
  const told = [
    ...(nombre === '' ? [] : [formatCedula(cedula)]),
    ...(telefono === '' ? [] : [formatPhone(telefono)]),
    ...(correo === '' ? [] : [correo]),
  ]
  return (
    <div className="basis breaks stack gap-1">
      <p>
        <strong>{nameOf(person)}</strong> <span className="soft small">{told.join(' · ')}</span>
      </p>
      <p>{person.motivo}</p>
      <p className="faint small">
        {person.por} · {formatMoment(person.en)}
        {compra_id === null ? null : (
          <>
            {' · '}
            <ButtonLink look="link" text="Ver la compra" href={`/compras/${compra_id}`} />
          </>
        )}
      </p>
    </div>
  )
}

/** Lets somebody buy again. @param who the person's name, or their cédula. */
function UnblockDialog({ id, who, onClose }: { id: number; who: string; onClose: () => void }) {
  const unblock = useDeed('DELETE /api/panel/bloqueados/:id', { refreshes: BLOCKS, done: onClose })
  return (
    <AskDialog
      label={`Desbloquear a ${who}`}
      lead="Sale de la lista con su motivo, y lo que reporte ya no llega marcado. El diario dice que lo hiciste."
      deed={unblock}
      leave="Cancelar"
      action={unblock.isPending ? 'Desbloqueando…' : 'Desbloquear'}
      onConfirm={() => unblock.mutate({ params: { id } })}
      onClose={onClose}
    />
  )
}
