import { useAsk, useDeed } from '#access/panel/ask.ts'
import { counted, formatCount } from '#platform/money.ts'
import { readFailure } from '#platform/panel/api.ts'
import { AskButton, Button, ButtonLink } from '#platform/panel/parts/button.tsx'
import { Dialog } from '#platform/panel/parts/dialog.tsx'
import { Failure } from '#platform/panel/parts/field.tsx'
import { Waiting } from '#platform/panel/parts/states.tsx'
import { OUTBOX } from './mail-wording.ts'

/**
 * Actions on mail as a whole: test it and change its words, or, among undelivered mail, send it all again and see the addresses that
 * cannot be written to.
 * @param props.undelivered while undelivered mail is shown.
 */
export function MailTools(props: { undelivered: boolean; canResend: boolean; canWord: boolean }) {
  const { undelivered, canResend, canWord } = props
  const server = useAsk('GET /api/panel/correos/servidor', { refetchInterval: 30_000 }).data
  const gone = server?.suprimidas ?? 0
  if (!undelivered) {
    return (
      <div className="mail-tools gap-1-2 ends to-end thumbs row wrap">
        <ButtonLink icon="people" text="Comunicados" href="/correos/cartas" />
        {canWord ? <ButtonLink icon="pencil" text="Textos" href="/correos/textos" /> : null}
        {canResend ? <TestMail active={server?.activo ?? false} /> : null}
      </div>
    )
  }
  return (
    <div className="mail-tools gap-1-2 ends to-end thumbs row wrap">
      {gone > 0 ? (
        <ButtonLink
          look="link"
          text={counted(gone, 'dirección no existe', 'direcciones no existen')}
          className="small"
          href="/correos/direcciones"
        />
      ) : null}
      {canResend ? (
        <AskButton icon="retry" text="Reenviar lo que no llegó" ask={(close) => <RetryAll onClose={close} />} />
      ) : null}
    </div>
  )
}

function TestMail({ active }: { active: boolean }) {
  const test = useDeed('POST /api/panel/correos/prueba', { refreshes: OUTBOX })
  const failure = test.error ? readFailure(test.error) : null
  return (
    <>
      <Button icon="send" text="Correo de prueba" pending={test.isPending} onClick={() => test.mutate()} />
      <span className="small maybe" role="status">
        {test.data ? `${active ? 'Va' : 'Espera'} a ${test.data.para}.` : ''}
        {failure ? `${failure.title}. ${failure.details}` : ''}
      </span>
    </>
  )
}

/** The mails that would leave, those that stay and why, before any does. */
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
              one="se queda: su comunicado está detenido."
              many="se quedan: su comunicado está detenido."
            />
            {leaving === 0 ? <li className="soft">No hay nada que reenviar.</li> : null}
          </ul>
        ) : (
          <Waiting query={asked} label="Contando" />
        )}
        <Failure of={retry.error} />
        {retry.data ? (
          <p role="status">{retry.data.reenviados === 1 ? '1 sale ahora.' : `${retry.data.reenviados} salen ahora.`}</p>
        ) : null}
        <div className="dialog-actions">
          <Button text={retry.data ? 'Cerrar' : 'Cancelar'} onClick={onClose} />
          {retry.data ? null : (
            <Button
              look="go"
              text="Reenviar"
              pending={retry.isPending}
              disabled={leaving === 0}
              onClick={() => retry.mutate()}
            />
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** A line with a count; nothing for zero. */
function Count({ of, one, many }: { of: number; one: string; many: string }) {
  return of === 0 ? null : (
    <li>
      <strong>{formatCount(of)}</strong> {of === 1 ? one : many}
    </li>
  )
}
