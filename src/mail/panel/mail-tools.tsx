import { useState } from 'react'
import { Link } from 'wouter'
import { readFailure } from '#platform/panel/api.ts'
import { Dialog } from '#platform/panel/parts/dialog.tsx'
import { BusyButton, Failure } from '#platform/panel/parts/field.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { useMailServer, useRetryFailed, useTestMail } from './outbox-query.ts'

/**
 * What is done with mail as a whole: test it and word it, or, among what did not arrive, send it all again and see who cannot
 * be written to.
 * @param props.failed how many did not arrive while those are shown; null otherwise.
 */
export function MailTools(props: { failed: number | null; canResend: boolean; canWord: boolean }) {
  const { failed, canResend, canWord } = props
  const [asked, setAsked] = useState(false)
  const server = useMailServer().data
  const gone = server?.suprimidas ?? 0
  if (failed === null) {
    return (
      <div className="mail-tools to-end thumbs row wrap">
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
    <div className="mail-tools to-end thumbs row wrap">
      {gone > 0 ? (
        <Link href="/correos/direcciones" className="link small">
          {gone === 1 ? '1 dirección no existe' : `${gone} direcciones no existen`}
        </Link>
      ) : null}
      {canResend && failed > 0 ? (
        <button type="button" className="btn" onClick={() => setAsked(true)}>
          <Icon name="retry" />
          Reenviar {failed === 1 ? 'el que falló' : `los ${failed}`}
        </button>
      ) : null}
      {asked ? <RetryAll failed={failed} gone={gone} onClose={() => setAsked(false)} /> : null}
    </div>
  )
}

function TestMail({ active }: { active: boolean }) {
  const test = useTestMail()
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

function RetryAll({ failed, gone, onClose }: { failed: number; gone: number; onClose: () => void }) {
  const retry = useRetryFailed()
  return (
    <Dialog label="Reenviar los que fallaron" onClose={onClose}>
      <div className="dialog-body">
        <div>
          <h2>¿Reenviar {failed === 1 ? 'el correo que falló' : `los ${failed} que fallaron`}?</h2>
          <p className="soft">
            Salen otra vez, cada uno con sus intentos.{' '}
            {gone > 0 ? 'Los que van a direcciones que no existen se quedan: esas se corrigen una por una.' : ''}
          </p>
        </div>
        <Failure of={retry.error} />
        {retry.data ? (
          <p role="status">{retry.data.reenviados === 1 ? '1 sale ahora.' : `${retry.data.reenviados} salen ahora.`}</p>
        ) : null}
        <div className="dialog-actions">
          <button type="button" className="btn" onClick={onClose}>
            {retry.data ? 'Cerrar' : 'Cancelar'}
          </button>
          {retry.data ? null : (
            <BusyButton className="btn btn-go" pending={retry.isPending} onClick={() => retry.mutate()}>
              Reenviar
            </BusyButton>
          )}
        </div>
      </div>
    </Dialog>
  )
}
