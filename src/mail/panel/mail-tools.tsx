import { useDeed } from '#access/panel/ask.ts'
import { readFailure } from '#platform/panel/api.ts'
import { AskDialog } from '#platform/panel/parts/ask-dialog.tsx'
import { AskButton, Button, ButtonLink } from '#platform/panel/parts/button.tsx'
import { byMail } from '../mail-leaves.ts'
import { OUTBOX } from './mail-wording.ts'

/**
 * Actions on mail as a whole: test it and change its words, or, among undelivered mail, send it all again.
 * @param props.undelivered while undelivered mail is shown.
 */
export function MailTools(props: { undelivered: boolean; canResend: boolean; canWord: boolean }) {
  const { undelivered, canResend, canWord } = props
  return (
    <div className="mail-tools gap-1-2 ends to-end thumbs row wrap">
      {undelivered ? null : <ButtonLink icon="people" text="Comunicados" href="/correos/cartas" />}
      {canWord && !undelivered ? <ButtonLink icon="pencil" text="Textos" href="/correos/textos" /> : null}
      {canResend && !undelivered ? <TestMail /> : null}
      {canResend && undelivered ? (
        <AskButton icon="retry" text="Reenviar lo que no llegó" ask={(close) => <RetryAll onClose={close} />} />
      ) : null}
    </div>
  )
}

function TestMail() {
  const test = useDeed('POST /api/panel/correos/prueba', { refreshes: OUTBOX })
  const failure = test.error ? readFailure(test.error) : null
  return (
    <>
      <Button icon="send" text="Correo de prueba" pending={test.isPending} onClick={() => test.mutate()} />
      <span className="small maybe" role="status">
        {test.data ? `${byMail('Va', 'Espera')} a ${test.data.para}.` : ''}
        {failure ? `${failure.title}. ${failure.details}` : ''}
      </span>
    </>
  )
}

/** Asks before any leaves, and says how many did. */
function RetryAll({ onClose }: { onClose: () => void }) {
  const retry = useDeed('POST /api/panel/correos/reintentar', { refreshes: OUTBOX })
  const left = retry.data?.reenviados
  return (
    <AskDialog
      label="Reenviar lo que no llegó"
      title="¿Reenviar lo que no llegó?"
      lead="No salen los de direcciones que no existen, ni los que ya no sirven."
      deed={retry}
      leave={left === undefined ? 'Cancelar' : 'Cerrar'}
      action="Reenviar"
      off={left !== undefined}
      onConfirm={() => retry.mutate()}
      onClose={onClose}
    >
      {left === undefined ? null : <p role="status">{left === 1 ? '1 sale ahora.' : `${left} salen ahora.`}</p>}
    </AskDialog>
  )
}
