import { useState } from 'react'
import { Link } from 'wouter'
import { useAsk, useDeed } from '#access/panel/ask.ts'
import { formatCount } from '#platform/money.ts'
import { readFailure } from '#platform/panel/api.ts'
import { Dialog } from '#platform/panel/parts/dialog.tsx'
import { BusyButton, Failure } from '#platform/panel/parts/field.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { Bone, Waiting } from '#platform/panel/parts/states.tsx'
import { OUTBOX } from './mail-wording.ts'

/**
 * What is done with mail as a whole: test it and word it, or, among what did not arrive, send it all again and see who cannot
 * be written to.
 * @param props.undelivered while what did not arrive is shown.
 */
export function MailTools(props: { undelivered: boolean; canResend: boolean; canWord: boolean }) {
  const { undelivered, canResend, canWord } = props
  const [asked, setAsked] = useState(false)
  const server = useAsk('GET /api/panel/correos/servidor', { refetchInterval: 30_000 }).data
  const gone = server?.suprimidas ?? 0
  if (!undelivered) {
    return (
      <div className="mail-tools gap-1-2 ends to-end thumbs row wrap">
        <Link href="/correos/cartas" className="btn">
          <Icon name="people" />
          Cartas
        </Link>
        {canWord ? (
          <Link href="/correos/textos" className="btn">
            <Icon name="pencil" />
            Textos
          </Link>
        ) : null}
        {canResend ? <TestMail active={server?.activo ?? false} /> : null}
      </div>
    )
  }
  return (
    <div className="mail-tools gap-1-2 ends to-end thumbs row wrap">
      {gone > 0 ? (
        <Link href="/correos/direcciones" className="link small">
          {gone === 1 ? '1 dirección no existe' : `${gone} direcciones no existen`}
        </Link>
      ) : null}
      {canResend ? (
        <button type="button" className="btn" onClick={() => setAsked(true)}>
          <Icon name="retry" />
          Reenviar lo que no llegó
        </button>
      ) : null}
      {asked ? <RetryAll onClose={() => setAsked(false)} /> : null}
    </div>
  )
}

function TestMail({ active }: { active: boolean }) {
  const test = useDeed('POST /api/panel/correos/prueba', { refreshes: OUTBOX })
  const failure = test.error ? readFailure(test.error) : null
  return (
    <>
      <BusyButton pending={test.isPending} onClick={() => test.mutate()}>
        <Icon name="send" />
        Correo de prueba
      </BusyButton>
      <span className="small maybe" role="status">
        {test.data ? `${active ? 'Va' : 'Espera'} a ${test.data.para}.` : ''}
        {failure ? `${failure.title}. ${failure.details}` : ''}
      </span>
    </>
  )
}

/** What would leave, what stays and why, before anything does. */
function RetryAll({ onClose }: { onClose: () => void }) {
  const asked = useAsk('GET /api/panel/correos/reintentar', { gcTime: 0 })
  const retry = useDeed('POST /api/panel/correos/reintentar', { refreshes: OUTBOX })
  const { data } = asked
  const leaving = data ? data.salen + data.esperan : 0
  return (
    <Dialog label="Reenviar lo que no llegó" onClose={onClose}>
      <div className="dialog-body">
        <h2>{leaving === 1 ? '¿Reenviar el correo que no llegó?' : '¿Reenviar lo que no llegó?'}</h2>
        {data ? (
          <ul className="stack">
            <Count
              of={data.salen}
              one="falló y sale otra vez, con todos sus intentos."
              many="fallaron y salen otra vez, con todos sus intentos."
            />
            <Count
              of={data.esperan}
              one="espera su próximo intento y sale ya."
              many="esperan su próximo intento y salen ya."
            />
            <Count
              of={data.no_existen}
              one="se queda: su dirección no existe."
              many="se quedan: su dirección no existe."
            />
            <Count of={data.pasados} one="se queda: su momento ya pasó." many="se quedan: su momento ya pasó." />
            <Count
              of={data.detenidos}
              one="se queda: su carta está detenida."
              many="se quedan: su carta está detenida."
            />
            {leaving === 0 ? <li className="soft">No hay nada que reenviar.</li> : null}
          </ul>
        ) : (
          <Waiting query={asked} label="Contando">
            <Bone width="80%" />
            <Bone width="60%" />
          </Waiting>
        )}
        <Failure of={retry.error} />
        {retry.data ? (
          <p role="status">{retry.data.reenviados === 1 ? '1 sale ahora.' : `${retry.data.reenviados} salen ahora.`}</p>
        ) : null}
        <div className="dialog-actions">
          <button type="button" className="btn" onClick={onClose}>
            {retry.data ? 'Cerrar' : 'Cancelar'}
          </button>
          {retry.data ? null : (
            <BusyButton
              className="btn btn-go"
              pending={retry.isPending}
              disabled={leaving === 0}
              onClick={() => retry.mutate()}
            >
              Reenviar
            </BusyButton>
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** A line of what is counted; nothing where there is none. */
function Count({ of, one, many }: { of: number; one: string; many: string }) {
  return of === 0 ? null : (
    <li>
      <strong>{formatCount(of)}</strong> {of === 1 ? one : many}
    </li>
  )
}
