import { Link } from 'wouter'
import { readFailure } from '#platform/web/panel-api.ts'
import { FieldProblem } from '#platform/web/panel-field.tsx'
import { Icon } from '#platform/web/panel-icon.tsx'
import { Bone, FailedState, Loading } from '#platform/web/panel-states.tsx'
import { formatMoment } from '#platform/web/panel-time.ts'
import { VerdictShape } from '#platform/web/panel-verdict.tsx'
import type { OutboxMail } from '../contract.ts'
import { describeMail } from './mail-wording.ts'
import { useMail, useResend } from './outbox-query.ts'

/** One mail as it arrives, why it did not, and the way to send it again. */
export function MailPreview({ id, active, canResend }: { id: number; active: boolean; canResend: boolean }) {
  const mail = useMail(id)
  const { data } = mail
  return (
    <section className="mail" aria-label="Correo">
      {data ? (
        <>
          <header className="mail-head">
            <Link href="/correos" className="icon-button mail-back" aria-label="Volver a la lista">
              <Icon name="back" />
            </Link>
            <div>
              <h2>{data.asunto}</h2>
              <p className="soft small">
                Para {data.para_nombre} · {data.para}
              </p>
            </div>
            {data.compra_id === null ? null : (
              <Link href={`/revision/${data.compra_id}`} className="text-link">
                Ver la compra
              </Link>
            )}
          </header>
          <Standing mail={data} active={active} canResend={canResend} />
          {data.reservado ? (
            <p className="notice mail-standing">
              <Icon name="shield" />
              <span className="soft">Lleva un enlace personal: solo lo ve quien lo recibe.</span>
            </p>
          ) : (
            // Without scripts, forms or our origin: the mail only has its look.
            <iframe className="mail-frame" title="Vista previa del correo" sandbox="" srcDoc={onPaper(data.html)} />
          )}
        </>
      ) : mail.isError ? (
        <FailedState error={mail.error} onRetry={() => void mail.refetch()} />
      ) : (
        <Loading label="Cargando el correo">
          <div className="mail-bone">
            <Bone width="50%" height="1.25rem" />
            <Bone width="35%" />
            <Bone height="20rem" />
          </div>
        </Loading>
      )}
    </section>
  )
}

/** The mail by day: its style sheet only holds the night's colours, and this page's policy allows none but its own. */
function onPaper(html: string): string {
  return html.replace(/<style>.*?<\/style>/s, '')
}

function Standing({ mail, active, canResend }: { mail: OutboxMail; active: boolean; canResend: boolean }) {
  const resend = useResend(mail.id)
  const failure = resend.error ? readFailure(resend.error) : null
  const { word } = describeMail(mail)
  const failed = mail.estado === 'fallido'
  const attempts = mail.intentos === 1 ? '1 intento' : `${mail.intentos} intentos`
  return (
    <div className={failed ? 'notice notice-grave mail-standing' : 'notice mail-standing'}>
      {failed ? (
        <VerdictShape level="grave" word={false} />
      ) : (
        <Icon name={mail.estado === 'enviado' ? 'check' : 'clock'} />
      )}
      <div>
        <strong>{word}</strong>
        <p className="soft small">
          {mail.enviado_en ? `Salió a las ${formatMoment(mail.enviado_en)}. ` : ''}
          {mail.intentos > 0 ? `${attempts}. ` : ''}
          {!active && mail.estado === 'pendiente' ? 'Espera a que se configure el correo. ' : ''}
        </p>
        {mail.ultimo_error && mail.estado !== 'enviado' ? (
          <p className="small mail-error">{mail.ultimo_error}</p>
        ) : null}
        {failure ? (
          <FieldProblem>
            {failure.title}. {failure.details}
          </FieldProblem>
        ) : null}
      </div>
      {canResend && (mail.estado === 'fallido' || (mail.estado === 'enviado' && !mail.reservado)) ? (
        <button
          type="button"
          className={failed ? 'button button-main' : 'button'}
          aria-busy={resend.isPending}
          disabled={resend.isPending}
          onClick={() => resend.mutate()}
        >
          <Icon name="send" />
          {resend.isPending ? 'Enviando…' : 'Reenviar'}
        </button>
      ) : null}
    </div>
  )
}
